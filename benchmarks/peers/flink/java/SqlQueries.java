/**
 * The benchmark's patterns as MATCH_RECOGNIZE. Rows that are skipped are repetitions that take what the next step does not:
 * that is what skip-till-next means, and Flink then has no choice to try out. (With rows of any kind it tries all
 * combinations, and a hundred rows of a company take minutes.)
 */
final class SqlQueries {
    private SqlQueries() {}

    static String named(Settings settings) {
        switch (settings.pattern) {
            case "v-shape":
                return query(
                        settings,
                        settings.strict ? "A B C" : "A X* B Y* C",
                        "A.price AS high, B.price AS low, C.price AS back",
                        (settings.strict ? "" : "X AS X.price >= A.price, Y AS Y.price <= A.price, ")
                                + "B AS B.price < A.price, C AS C.price > A.price");
            case "zigzag":
                return zigzag(settings);
            case "kleene":
                return query(
                        settings,
                        settings.strict ? "A B+ C" : "A X* B+ C",
                        "A.price AS high, COUNT(B.price) AS falls, C.price AS back",
                        (settings.strict ? "" : "X AS X.price >= A.price, ")
                                + "B AS B.price < A.price, C AS C.price > A.price");
            default:
                throw new IllegalArgumentException("no pattern is called " + settings.pattern);
        }
    }

    private static String zigzag(Settings settings) {
        StringBuilder pattern = new StringBuilder("A");
        StringBuilder define = new StringBuilder();
        String before = "A";
        for (int step = 1; step < settings.steps; step++) {
            String name = "S" + step;
            pattern.append(settings.strict ? " " : " X" + step + "* ").append(name);
            String condition = name + ".price " + (step % 2 == 1 ? "> " : "< ") + before + ".price";
            define.append(step == 1 ? "" : ", ").append(name).append(" AS ").append(condition);
            if (!settings.strict) {
                String skipped = "X" + step + ".price " + (step % 2 == 1 ? "<= " : ">= ") + before + ".price";
                define.append(", X").append(step).append(" AS ").append(skipped);
            }
            before = name;
        }
        String last = "A.price AS high, " + before + ".price AS back";
        return query(settings, pattern.toString(), last, define.toString());
    }

    private static String query(Settings settings, String pattern, String measures, String define) {
        String bound = String.format("%.3f", (settings.windowMillis + 1) / 1000.0);
        String start = settings.volumeFrom > 0 ? "A AS A.volume >= " + settings.volumeFrom + ", " : "";
        return "SELECT * FROM trades MATCH_RECOGNIZE (PARTITION BY company ORDER BY rowtime MEASURES "
                + measures
                + " ONE ROW PER MATCH AFTER MATCH SKIP TO NEXT ROW PATTERN ("
                + pattern
                + ") WITHIN INTERVAL '"
                + bound
                + "' SECOND(5, 3) DEFINE "
                + start
                + define
                + ")";
    }
}
