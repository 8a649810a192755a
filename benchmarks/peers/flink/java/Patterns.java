import java.time.Duration;
import org.apache.flink.cep.nfa.aftermatch.AfterMatchSkipStrategy;
import org.apache.flink.cep.pattern.Pattern;
import org.apache.flink.cep.pattern.conditions.IterativeCondition;
import org.apache.flink.cep.pattern.conditions.SimpleCondition;

/**
 * The benchmark's patterns for the CEP library.
 *
 * <p>Every trade that satisfies the first step starts a run, and nothing is skipped after a match, as in SPAseq. Flink's
 * WITHIN excludes its bound and times are whole milliseconds, so one more millisecond includes it.
 */
final class Patterns {
    private Patterns() {}

    static Pattern<Trade, ?> named(String name, Settings settings) {
        Pattern<Trade, Trade> start =
                Pattern.<Trade>begin("a", AfterMatchSkipStrategy.noSkip()).where(atLeast(settings.volumeFrom));
        Pattern<Trade, ?> pattern;
        switch (name) {
            case "v-shape":
                pattern = next(next(start, "b", settings).where(below("a")), "c", settings).where(above("a"));
                break;
            case "zigzag":
                pattern = zigzag(start, settings);
                break;
            case "kleene":
                pattern = kleene(start, settings);
                break;
            default:
                throw new IllegalArgumentException("no pattern is called " + name);
        }
        return pattern.within(Duration.ofMillis(settings.windowMillis + 1));
    }

    private static Pattern<Trade, Trade> zigzag(Pattern<Trade, Trade> start, Settings settings) {
        Pattern<Trade, Trade> pattern = start;
        for (int step = 1; step < settings.steps; step++) {
            String before = step == 1 ? "a" : "step" + (step - 1);
            IterativeCondition<Trade> condition = step % 2 == 1 ? above(before) : below(before);
            pattern = next(pattern, "step" + step, settings).where(condition);
        }
        return pattern;
    }

    private static Pattern<Trade, Trade> kleene(Pattern<Trade, Trade> start, Settings settings) {
        Pattern<Trade, Trade> falls = next(start, "b", settings).where(below("a")).oneOrMore();
        if (settings.strict) {
            falls = falls.consecutive();
        }
        return next(falls, "c", settings).where(above("a"));
    }

    private static Pattern<Trade, Trade> next(Pattern<Trade, Trade> before, String name, Settings settings) {
        return settings.strict ? before.next(name) : before.followedBy(name);
    }

    private static SimpleCondition<Trade> atLeast(int volume) {
        return new SimpleCondition<Trade>() {
            @Override
            public boolean filter(Trade trade) {
                return trade.volume >= volume;
            }
        };
    }

    private static IterativeCondition<Trade> below(String name) {
        return new IterativeCondition<Trade>() {
            @Override
            public boolean filter(Trade trade, Context<Trade> run) throws Exception {
                return trade.price < run.getEventsForPattern(name).iterator().next().price;
            }
        };
    }

    private static IterativeCondition<Trade> above(String name) {
        return new IterativeCondition<Trade>() {
            @Override
            public boolean filter(Trade trade, Context<Trade> run) throws Exception {
                return trade.price > run.getEventsForPattern(name).iterator().next().price;
            }
        };
    }
}
