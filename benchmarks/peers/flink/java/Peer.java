import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.cep.CEP;
import org.apache.flink.cep.functions.PatternProcessFunction;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.util.Collector;

/** Runs one pattern over the trades twice, first a beginning to warm up, then all, and prints the second as JSON. */
public final class Peer {
    private static final LongAdder MATCHES = new LongAdder();

    private Peer() {}

    public static void main(String[] arguments) throws Exception {
        Settings settings = new Settings(arguments);
        int events = Trace.load(Path.of(settings.folder), settings.parallelism);
        if (settings.warmUp > 0) {
            run(settings, Math.min(events, settings.warmUp));
        }
        double[] seconds = run(settings, events);
        System.out.printf(
                Locale.ROOT,
                "{\"events\": %d, \"matches\": %d, \"seconds\": %.3f, \"seconds_with_start\": %.3f}%n",
                events,
                MATCHES.sum(),
                seconds[0],
                seconds[1]);
    }

    /** The seconds from the first trade to the end, and those from the submission of the job to its end. */
    private static double[] run(Settings settings, long events) throws Exception {
        MATCHES.reset();
        Trace.FIRST_READ.set(0);
        StreamExecutionEnvironment environment = environment(settings);
        DataStream<?> matches = settings.engine.equals("sql") ? sql(environment, settings, events) : cep(environment, settings, events);
        count(matches).sinkTo(new DiscardingSink<>());
        long submitted = System.nanoTime();
        environment.execute(settings.pattern);
        long ended = System.nanoTime();
        return new double[] {(ended - Trace.FIRST_READ.get()) / 1e9, (ended - submitted) / 1e9};
    }

    private static StreamExecutionEnvironment environment(Settings settings) {
        Configuration configuration = new Configuration();
        // Left to itself, a small batch job is given one task.
        configuration.setString("execution.batch.adaptive.auto-parallelism.enabled", "false");
        configuration.setString("taskmanager.memory.managed.size", "1gb");
        configuration.setString("taskmanager.memory.network.min", "256mb");
        configuration.setString("taskmanager.memory.network.max", "256mb");
        configuration.setString("taskmanager.numberOfTaskSlots", String.valueOf(settings.parallelism));
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.createLocalEnvironment(settings.parallelism, configuration);
        environment.setRuntimeMode(
                settings.mode.equals("batch") ? RuntimeExecutionMode.BATCH : RuntimeExecutionMode.STREAMING);
        environment.getConfig().enableObjectReuse();
        return environment;
    }

    private static DataStream<Trade> trades(StreamExecutionEnvironment environment, long events) {
        return environment
                .fromSequence(0, events - 1)
                .map(Trace::at)
                .returns(Types.POJO(Trade.class))
                .assignTimestampsAndWatermarks(
                        WatermarkStrategy.<Trade>forMonotonousTimestamps()
                                .withTimestampAssigner((trade, before) -> trade.time));
    }

    private static DataStream<Long> cep(StreamExecutionEnvironment environment, Settings settings, long events) {
        return CEP.pattern(trades(environment, events).keyBy(trade -> trade.company), Patterns.named(settings.pattern, settings))
                .process(
                        new PatternProcessFunction<Trade, Long>() {
                            @Override
                            public void processMatch(Map<String, List<Trade>> match, Context run, Collector<Long> out) {
                                out.collect((long) match.size());
                            }
                        });
    }

    private static DataStream<?> sql(StreamExecutionEnvironment environment, Settings settings, long events) {
        StreamTableEnvironment tables = StreamTableEnvironment.create(environment);
        Schema schema =
                Schema.newBuilder()
                        .column("company", "INT")
                        .column("volume", "INT")
                        .column("price", "DOUBLE")
                        .columnByMetadata("rowtime", "TIMESTAMP_LTZ(3)")
                        .watermark("rowtime", "SOURCE_WATERMARK()")
                        .build();
        tables.createTemporaryView("trades", trades(environment, events), schema);
        return tables.toDataStream(tables.sqlQuery(SqlQueries.named(settings)));
    }

    private static DataStream<?> count(DataStream<?> matches) {
        return matches.map(
                        match -> {
                            MATCHES.increment();
                            return 1L;
                        })
                .returns(Types.LONG);
    }
}
