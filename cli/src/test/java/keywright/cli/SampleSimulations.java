package keywright.cli;

import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import keywright.design.cluster.RegionOptions;
import keywright.design.cluster.SplitPolicy;
import keywright.design.rows.Arrivals;
import keywright.design.rows.Strategy;
import keywright.design.simulate.Simulation;
import keywright.key.Column;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.key.KeySchema;
import org.jspecify.annotations.Nullable;

/** Simulations of notes whose words would break a page that does not escape them. */
public final class SampleSimulations {
  public static final String TABLE = "notes</title><script>throw 'title'</script>";
  static final String STRATEGY = "</script><img src=x onerror=\"throw 'name'\">";
  private static final List<Column> COLUMNS =
      Column.parseList("id bigint, at timestamp, word text");
  private static final List<String> WORDS =
      List.of(
          "</script><script>throw 'value'</script>",
          "<!--<script>",
          "\"quoted\" & 'quoted' \\ {{table}} {{{data}}}",
          "line\nline\u2028line",
          "\u202Eturned",
          "plain");

  private SampleSimulations() {}

  public static List<Simulation> all() {
    return List.of(
        simulate("by time", "at, id", 50),
        simulate(STRATEGY, "word, id", 50),
        simulate("in buckets", "bucket(4), at, id", 50));
  }

  public static Simulation simulate(String name, String key, int windowRows) {
    KeySchema schema = KeySchema.of(COLUMNS, KeyPart.parseList(key), KeyFormat.kw1());
    return Simulation.of(
        new Strategy(name, schema),
        new Notes(),
        new RegionOptions(200, 4, windowRows, 200, SplitPolicy.CONSTANT, 1));
  }

  private static final class Notes implements Arrivals {
    @Override
    public List<Column> columns() {
      return COLUMNS;
    }

    @Override
    public void forEach(Consumer<@Nullable Object[]> row) {
      Instant start = Instant.parse("2024-01-01T00:00:00Z");
      for (int i = 0; i < 4_000; i++) {
        String word = WORDS.get(Math.floorMod(i * 7_919, WORDS.size()));
        row.accept(new @Nullable Object[] {(long) i, start.plusSeconds(i), word});
      }
    }
  }
}
