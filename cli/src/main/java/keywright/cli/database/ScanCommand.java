package keywright.cli.database;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import keywright.cli.console.CliException;
import keywright.cli.console.Console;
import keywright.cli.console.Hex;
import keywright.cli.console.NameMatch;
import keywright.cli.console.OutputOption;
import keywright.cli.console.Rendering;
import keywright.cli.console.ResultWriter;
import keywright.cli.console.Text;
import keywright.cli.console.Usage;
import keywright.cql.Statements;
import keywright.key.ByteRange;
import keywright.key.Column;
import keywright.key.KeySchema;
import keywright.key.Type;
import keywright.table.Database;
import keywright.table.RawKeys;
import keywright.table.RawKeys.RawKey;
import keywright.table.Table;
import keywright.table.model.Names;
import keywright.table.model.Row;
import keywright.table.model.TableDefinition;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code keywright scan}: prints row keys as they are stored. */
@Command(
    name = "scan",
    description = "Print the stored row keys of a table or an index, in key order.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  keywright scan payment --limit 10",
      "",
      "  Text keys; the stop includes every key that starts with it:",
      "  keywright scan payments_by_date --start '2017-01-01 00:00:00' --stop '2017-01-01 09:59:59'",
      "",
      "  Every key of customer 123, up to the first of customer 124:",
      "  keywright scan payments_by_customer --start 000123 --stop-before 000124",
      "",
      "  Binary keys are given and shown in hex, with their values beside them:",
      "  keywright scan payments_by_customer --start 8000007b --stop 8000007b --values",
    })
public final class ScanCommand implements Callable<Integer> {
  private static final int REVERSED_LIMIT = 1_000_000;

  private final Console console;

  @Spec private @Nullable CommandSpec spec;
  @Mixin private DatabaseOption databaseOption = new DatabaseOption();
  @Mixin private OutputOption output = new OutputOption();

  @Parameters(paramLabel = "TABLE|INDEX", description = "The table or index.")
  private String name = "";

  @Option(names = "--start", paramLabel = "S", description = "The first key, or a prefix of it.")
  private @Nullable String start;

  @Option(
      names = "--stop",
      paramLabel = "T",
      description =
          "The last key, or a prefix of it: every key that starts with this prefix is included.")
  private @Nullable String stop;

  @Option(
      names = "--stop-before",
      paramLabel = "K",
      description = "Print only keys before K; instead of --stop.")
  private @Nullable String stopBefore;

  @Option(names = "--hex", description = "Print text keys in hex, and read S, T and K as hex.")
  private boolean hex;

  @Option(names = "--limit", paramLabel = "N", description = "Print at most N keys.")
  private long limit = Long.MAX_VALUE;

  @Option(names = "--reverse", description = "Print from the last key to the first.")
  private boolean reverse;

  @Option(names = "--values", description = "Print the values of the rows too.")
  private boolean values;

  public ScanCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (limit < 0) {
      throw Usage.wrong(spec, "cannot use --limit " + limit + ": expected 0 or more");
    }
    if (stop != null && stopBefore != null) {
      throw Usage.wrong(spec, "found --stop and --stop-before, expected only one of them");
    }
    try (Database database = databaseOption.openExisting()) {
      String name = NameMatch.resolve(database, this.name);
      TableDefinition table = database.find(name).or(() -> database.findByIndex(name)).orElse(null);
      if (table == null) {
        database.table(name); // says which tables there are
        throw new CliException(
            "cannot scan \""
                + name
                + "\": found no such table or index; run keywright tables to list the tables and indexes");
      }
      boolean isIndex = database.find(name).isEmpty();
      KeySchema schema =
          isIndex ? table.indexSchema(Names.unqualified(name)) : table.primaryKeySchema();
      boolean keyIsText = isText(schema);
      boolean rowKeyIsText = isText(table.primaryKeySchema());
      RowValues rowValues =
          values ? new RowValues(database.table(Names.qualified(table.name()))) : null;

      List<Column> columns = new ArrayList<>();
      addKeyColumns(columns, "key", "decoded", keyIsText);
      if (isIndex) {
        addKeyColumns(columns, "row_key", "row_decoded", rowKeyIsText);
      }
      if (rowValues != null) {
        columns.addAll(rowValues.columns());
      }
      ResultWriter writer = ResultWriter.of(output.format(), console.out());
      writer.begin(columns);
      long count = 0;
      try (RawKeys keys = database.rawScan(name, range(name, schema, keyIsText))) {
        Iterator<RawKey> ordered = ordered(keys);
        while (count < limit && ordered.hasNext()) {
          RawKey key = ordered.next();
          List<@Nullable Object> row = new ArrayList<>();
          addKey(row, key.rowKey(), key.readable(), keyIsText);
          byte[] mainKey = key.rowKey();
          if (isIndex) {
            mainKey = key.mainRowKey().orElse(new byte[0]);
            addKey(row, mainKey, key.mainReadable().orElse(""), rowKeyIsText);
          }
          if (rowValues != null) {
            rowValues.add(row, mainKey);
          }
          writer.row(row.toArray());
          count++;
        }
      }
      writer.end();
      console.say(Rendering.count(count, "key", "keys"));
      String delimiter = schema.format().delimiter();
      if (count == 0 && limit > 0 && keyIsText && delimiter != null) {
        new OtherDelimiter(name, delimiter, range -> firstKey(database, name, range))
            .find(start, stop, stopBefore)
            .ifPresent(console::say);
      }
    }
    return 0;
  }

  private boolean isText(KeySchema schema) {
    return schema.format().delimiter() != null && !hex;
  }

  private static void addKeyColumns(
      List<Column> columns, String key, String decoded, boolean isText) {
    Type text = Type.parse("text");
    columns.add(new Column(key, text, false));
    if (!isText) {
      columns.add(new Column(decoded, text, false));
    }
  }

  private static void addKey(
      List<@Nullable Object> row, byte[] key, String readable, boolean isText) {
    row.add(isText ? new String(key, StandardCharsets.UTF_8) : Hex.format(key));
    if (!isText) {
      row.add(readable);
    }
  }

  private static @Nullable String firstKey(Database database, String name, ByteRange range) {
    try (RawKeys keys = database.rawScan(name, range)) {
      RawKey first = keys.next();
      return first == null ? null : new String(first.rowKey(), StandardCharsets.UTF_8);
    }
  }

  private ByteRange range(String name, KeySchema schema, boolean isText) {
    Function<String, byte[]> bytes =
        key -> isText ? key.getBytes(StandardCharsets.UTF_8) : hex(name, schema, key);
    byte[] from = start == null ? new byte[0] : bytes.apply(start);
    if (stopBefore != null) {
      return ByteRange.between(from, bytes.apply(stopBefore));
    }
    return stop == null
        ? ByteRange.between(from, null)
        : ByteRange.inclusive(from, bytes.apply(stop));
  }

  /**
   * The bytes of a binary key in hex. For other text, the error shows the command that prints the
   * hex digits.
   */
  private byte[] hex(String name, KeySchema schema, String key) {
    try {
      return Hex.parse(key);
    } catch (CliException e) {
      if (hex) {
        throw e;
      }
      String columns =
          schema.columns().stream()
              .filter(column -> schema.keyColumns().contains(column.name()))
              .map(Column::toString)
              .collect(Collectors.joining(", "));
      String format = schema.format().name();
      throw new CliException(
          "%s, because the key of %s is binary; keywright key range --columns %s --key %s%s --where CONDITIONS prints keys in hex; SELECT reads rows by column values"
              .formatted(
                  e.getMessage(),
                  name,
                  Text.shell(columns),
                  Text.shell(Statements.parts(schema.parts())),
                  format.equals("kw1") ? "" : " --format " + format),
          e);
    }
  }

  /**
   * The keys in the requested order. In reverse, the last keys are kept in memory until the end is
   * reached.
   */
  private Iterator<RawKey> ordered(RawKeys keys) {
    if (!reverse) {
      return new Iterator<>() {
        private @Nullable RawKey next = keys.next();

        @Override
        public boolean hasNext() {
          return next != null;
        }

        @Override
        public RawKey next() {
          RawKey current = next;
          if (current == null) {
            throw new java.util.NoSuchElementException();
          }
          next = keys.next();
          return current;
        }
      };
    }
    Deque<RawKey> last = new ArrayDeque<>();
    for (RawKey key = keys.next(); key != null; key = keys.next()) {
      last.addFirst(key);
      if (last.size() > limit) {
        last.removeLast();
      } else if (last.size() > REVERSED_LIMIT) {
        throw new CliException(
            "cannot scan %s in reverse: found more than %,d keys; use --limit, --start or --stop"
                .formatted(name, REVERSED_LIMIT));
      }
    }
    return last.iterator();
  }

  /** The values of the rows to which keys lead. */
  private static final class RowValues {
    private final Table table;
    private final KeySchema schema;
    private final List<String> keyColumns;

    RowValues(Table table) {
      this.table = table;
      schema = table.definition().primaryKeySchema();
      keyColumns = table.definition().keyColumns();
      for (String column : keyColumns) {
        if (!schema.recovers(column)) {
          throw new CliException(
              "cannot show the values of %s: its key does not contain %s; use SELECT"
                  .formatted(table.definition().name(), column));
        }
      }
    }

    List<Column> columns() {
      return table.definition().allColumns();
    }

    void add(List<@Nullable Object> row, byte[] rowKey) {
      @Nullable Object[] all = schema.columnValues(schema.decode(rowKey));
      @Nullable Object[] key = new Object[keyColumns.size()];
      List<Column> columns = schema.columns();
      for (int i = 0; i < columns.size(); i++) {
        int place = keyColumns.indexOf(columns.get(i).name());
        if (place >= 0) {
          key[place] = all[i];
        }
      }
      Row found = table.get(key).orElse(null);
      for (Column column : columns()) {
        row.add(found == null ? null : found.get(column.name()));
      }
    }
  }
}
