import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The trades of a folder of CSV files in memory, so that no run of Flink waits for a disk or a parser.
 *
 * <p>The first half of the indices holds the trades of every other company, the second half the rest, each in the order of
 * time: two source tasks that read half of the indices each are in the order of time as well. With one task, or one
 * company, the order is that of the files.
 */
final class Trace {
    private static long[] times;
    private static int[] companies;
    private static int[] volumes;
    private static double[] prices;

    /** When the first trade of the running job was read, by System.nanoTime. */
    static final AtomicLong FIRST_READ = new AtomicLong();

    private Trace() {}

    static int load(Path folder, int sources) throws IOException {
        List<Trade> read = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".csv")).sorted().collect(Collectors.toList())) {
                readFile(file, read);
            }
        }
        List<Trade> ordered = new ArrayList<>(read.size());
        for (int part = 0; part < sources; part++) {
            for (Trade trade : read) {
                if (trade.company % sources == part) {
                    ordered.add(trade);
                }
            }
        }
        keep(ordered);
        return ordered.size();
    }

    static Trade at(long index) {
        if (FIRST_READ.get() == 0) {
            FIRST_READ.compareAndSet(0, System.nanoTime());
        }
        int place = (int) index;
        return new Trade(times[place], companies[place], volumes[place], prices[place]);
    }

    private static void readFile(Path file, List<Trade> into) throws IOException {
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            List<String> names = List.of(lines.readLine().replace("\"", "").split(","));
            int time = names.indexOf("time");
            int company = names.indexOf("company");
            int volume = names.indexOf("volume");
            int price = names.indexOf("price");
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] cells = line.split(",");
                into.add(
                        new Trade(
                                Long.parseLong(cells[time]),
                                Integer.parseInt(cells[company]),
                                Integer.parseInt(cells[volume]),
                                Double.parseDouble(cells[price])));
            }
        }
    }

    private static void keep(List<Trade> trades) {
        int size = trades.size();
        times = new long[size];
        companies = new int[size];
        volumes = new int[size];
        prices = new double[size];
        for (int place = 0; place < size; place++) {
            Trade trade = trades.get(place);
            times[place] = trade.time;
            companies[place] = trade.company;
            volumes[place] = trade.volume;
            prices[place] = trade.price;
        }
    }
}
