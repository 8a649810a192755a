import java.util.HashMap;
import java.util.Map;

/** What is measured: `name=value` arguments of the command line. */
final class Settings {
    final String engine;
    final String mode;
    final String pattern;
    final String folder;
    final boolean strict;
    final int steps;
    final int volumeFrom;
    final int parallelism;
    final long windowMillis;
    final int warmUp;

    Settings(String[] arguments) {
        Map<String, String> given = new HashMap<>();
        for (String argument : arguments) {
            String[] parts = argument.split("=", 2);
            given.put(parts[0], parts[1]);
        }
        engine = given.getOrDefault("engine", "cep");
        mode = given.getOrDefault("mode", "streaming");
        pattern = given.getOrDefault("pattern", "v-shape");
        folder = given.get("folder");
        strict = given.getOrDefault("by", "next").equals("strict");
        steps = Integer.parseInt(given.getOrDefault("steps", "3"));
        volumeFrom = Integer.parseInt(given.getOrDefault("volume_from", "0"));
        parallelism = Integer.parseInt(given.getOrDefault("parallelism", "2"));
        windowMillis = Long.parseLong(given.getOrDefault("window_ms", "600000"));
        warmUp = Integer.parseInt(given.getOrDefault("warm_up", "200000"));
    }
}
