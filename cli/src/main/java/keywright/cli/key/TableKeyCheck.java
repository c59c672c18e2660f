package keywright.cli.key;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import keywright.cli.console.CliException;
import keywright.cli.console.Console;
import keywright.cli.console.Hex;
import keywright.cli.console.Json;
import keywright.cli.console.LoadProgress;
import keywright.cli.console.Output;
import keywright.cli.console.OutputFormat;
import keywright.cli.console.Rendering;
import keywright.cli.console.Text;
import keywright.key.KeyException;
import keywright.key.KeySchema;
import keywright.store.AttachedTables;
import keywright.store.Engine;
import keywright.store.Engines;
import keywright.store.NoTableException;
import org.jspecify.annotations.Nullable;

/**
 * {@code keywright key check --against-table}: whether each row key of a table is the one that the
 * declaration gives for the values in it.
 */
final class TableKeyCheck {
  /** A row key that does not agree. */
  private record Wrong(String hex, String problem) {}

  private final Console console;
  private final KeySchema schema;
  private final TableOption option;
  private final List<Wrong> examples = new ArrayList<>();
  private long keys;
  private long wrong;

  TableKeyCheck(Console console, KeySchema schema, TableOption option) {
    this.console = console;
    this.schema = schema;
    this.option = option;
  }

  /** The exit status. */
  int run(OutputFormat format) {
    try (Engine engine = Engines.open(option.url());
        LoadProgress progress = LoadProgress.ofRows(console, option.table(), -1)) {
      tables(engine)
          .readRowKeys(
              option.table(),
              rowKey -> {
                check(rowKey);
                progress.at(keys, keys);
                return true;
              });
    } catch (NoTableException e) {
      throw new CliException(
          "cannot check the row keys of %s: found no table of this name at %s; write the name as HBase lists it, and the namespace behind the last / of --db"
              .formatted(option.table(), option.url()),
          e);
    }
    if (format == OutputFormat.JSON) {
      printJson();
    } else {
      print();
    }
    return wrong == 0 ? 0 : 1;
  }

  private AttachedTables tables(Engine engine) {
    return engine
        .attachedTables()
        .orElseThrow(
            () ->
                new CliException(
                    "cannot check the row keys of %s: found an engine without tables of other programs, expected HBase; name the database with --db hbase:HOST/NAMESPACE"
                        .formatted(option.table())));
  }

  private void check(byte[] rowKey) {
    keys++;
    String problem = problem(rowKey);
    if (problem != null) {
      wrong++;
      if (examples.size() < option.examples()) {
        examples.add(new Wrong(Hex.format(rowKey), problem));
      }
    }
  }

  /** Why it does not agree; null when it does. */
  private @Nullable String problem(byte[] rowKey) {
    try {
      byte[] again = schema.encode(schema.decode(rowKey));
      return Arrays.equals(again, rowKey)
          ? null
          : "key %s decodes to values whose row key is %s; check the declaration"
              .formatted(Hex.format(rowKey), Hex.format(again));
    } catch (KeyException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private void print() {
    Output out = console.out();
    String counted = Rendering.counted(keys, "row key", "row keys");
    out.line(
        "%s: %s"
            .formatted(
                Text.escape(option.table()),
                wrong == 0
                    ? counted + (keys == 0 ? "" : ", all as declared")
                    : "%s of %s not as declared".formatted(Rendering.number(wrong), counted)));
    for (Wrong each : examples) {
      out.line("  " + Text.escape(each.problem()));
    }
    if (wrong > examples.size()) {
      out.line("  and %s more".formatted(Rendering.number(wrong - examples.size())));
    }
  }

  private void printJson() {
    Output out = console.out();
    out.print("{");
    Json.member(out, "table", option.table());
    out.print(", \"keys\": " + keys + ", \"wrong\": " + wrong + ", \"examples\": [");
    for (int i = 0; i < examples.size(); i++) {
      out.print(i == 0 ? "\n  {" : ",\n  {");
      Json.member(out, "key", examples.get(i).hex());
      out.print(", ");
      Json.member(out, "problem", examples.get(i).problem());
      out.print("}");
    }
    out.line("]}");
  }
}
