package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import keywright.cli.Keywright.Outcome;
import keywright.cql.CqlSession;
import keywright.key.ByteRange;
import keywright.key.Column;
import keywright.key.KeyException;
import keywright.key.Type;
import keywright.table.Database;
import keywright.table.RawKeys;
import keywright.table.Rows;
import keywright.table.Table;
import keywright.table.model.Query;
import keywright.table.model.Row;
import keywright.table.model.TableException;
import keywright.testkit.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What {@code export} writes, {@code load} takes into another database as it was: rows and keys.
 */
class ExportRoundTripTest {
  @TempDir private Path directory;

  private final Random random = new Random(Seeds.base());
  private int tables;

  private String from() {
    return "rocksdb:" + directory.resolve("from");
  }

  private String to() {
    return "rocksdb:" + directory.resolve("to");
  }

  @ParameterizedTest
  @ValueSource(strings = {"csv", "jsonl"})
  void columnsOfEveryType(String format) throws Exception {
    StringBuilder columns = new StringBuilder("id int");
    List<Type> types = RandomValues.types();
    for (int i = 0; i < types.size(); i++) {
      columns.append(", c%d %s".formatted(i, types.get(i)));
    }
    comesBack(format, "(%s, PRIMARY KEY (id))".formatted(columns), 200, 0.3);
    comesBack(
        format,
        "(%s, PRIMARY KEY (bucket(4), id DESC), FAMILY f (c1, c2, c3))".formatted(columns),
        100,
        0.95);
  }

  /** A null of a key of one column is an empty line in CSV. */
  @ParameterizedTest
  @ValueSource(strings = {"csv", "jsonl"})
  @Tag("large")
  void keysOfEveryType(String format) throws Exception {
    comesBack(format, "(k text NULL, PRIMARY KEY (k DESC))", 40, 0.1);
    comesBack(format, "(k variant NULL, PRIMARY KEY (k))", 40, 0.1);
    List<Type> types = RandomValues.types().stream().filter(Type::isOrdered).toList();
    for (int from = 0; from < types.size(); from += 6) {
      StringBuilder columns = new StringBuilder();
      List<String> parts = new ArrayList<>();
      for (int i = from; i < Math.min(from + 6, types.size()); i++) {
        columns.append("k%d %s NULL, ".formatted(i, types.get(i)));
        parts.add("k" + i + (i % 2 == 0 ? "" : " DESC"));
      }
      comesBack(
          format, "(%sPRIMARY KEY (%s))".formatted(columns, String.join(", ", parts)), 100, 0.2);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"csv", "jsonl"})
  @Tag("large")
  void drawnKeysAndKeysOfText(String format) throws Exception {
    comesBack(
        format, "(at timestamp(us), page text, PRIMARY KEY (random(7) AS draw, at))", 200, 0.2);
    comesBack(
        format,
        """
        (city char(40), night date, room tinyint unsigned, guest text,
          PRIMARY KEY (city, night, lpad(room, 4)))
          WITH key_format = 'text' AND key_delimiter = '|'
        """,
        300,
        0.2);
    comesBack(
        format,
        """
        (url text, n int, kind enum('a,"b' = 3 AS 'x', 'fax' = 1),
          PRIMARY KEY (md5(url), reverse(lpad(n, 12)), kind)) WITH column_names = 'plain'
        """,
        300,
        0.2);
  }

  /** Writes random rows into one database, exports them, loads them into another. */
  private void comesBack(String format, String declaration, int rows, double nulls)
      throws Exception {
    String name = "t" + tables++;
    String statement = "CREATE TABLE " + name + " " + declaration;
    Path file = directory.resolve(name + "." + format);
    Path again = directory.resolve(name + "-again." + format);
    int written;
    try (Database database = Database.open(from());
        CqlSession session = CqlSession.over(database)) {
      session.execute(statement).close();
      written = write(database.table(name), rows, nulls);
    }
    assertThat(written).as(statement).isPositive();
    done("export", "--db", from(), name, file.toString());
    done("run", "--db", to(), "-e", statement);
    Outcome load = done("load", "--db", to(), name, file.toString());
    done("export", "--db", to(), name, again.toString());

    String context = statement + "\n" + load.err() + Seeds.reproduction(Seeds.base());
    try (Database before = Database.open(from());
        Database after = Database.open(to())) {
      assertThat(keys(after, name)).as(context).isEqualTo(keys(before, name));
      sameRows(before.table(name), after.table(name), context);
    }
    assertThat(again).as(context).hasSameBinaryContentAs(file);
  }

  private static Outcome done(String... arguments) {
    Outcome outcome = Keywright.run(arguments);
    assertThat(outcome.status()).as(outcome.err()).isZero();
    assertThat(outcome.out()).isEmpty();
    return outcome;
  }

  /** The number of rows that the key could hold. */
  private int write(Table table, int rows, double nulls) {
    int written = 0;
    List<String> keyColumns = table.definition().keyColumns();
    for (int i = 0; i < rows; i++) {
      Map<String, Object> row = new HashMap<>();
      for (Column column : table.definition().allColumns()) {
        boolean isNull = random.nextDouble() < nulls;
        boolean mayBeNull = !keyColumns.contains(column.name()) || column.nullable();
        if (!column.name().equals("draw") && !(isNull && mayBeNull)) {
          row.put(column.name(), RandomValues.value(column.type(), random));
        }
      }
      try {
        table.insert(row);
        written++;
      } catch (KeyException | TableException e) {
        // Not every value fits into a key of text.
      }
    }
    return written;
  }

  private static List<String> keys(Database database, String table) {
    List<String> keys = new ArrayList<>();
    try (RawKeys raw = database.rawScan(table, ByteRange.all())) {
      for (RawKeys.RawKey key = raw.next(); key != null; key = raw.next()) {
        keys.add(HexFormat.of().formatHex(key.rowKey()));
      }
    }
    return keys;
  }

  private static void sameRows(Table before, Table after, String context) {
    try (Rows expected = before.query(Query.all());
        Rows found = after.query(Query.all())) {
      for (Row row = expected.next(); row != null; row = expected.next()) {
        Row same = found.next();
        assertThat(same).as(context).isNotNull();
        for (int i = 0; i < expected.columns().size(); i++) {
          assertThat(Type.same(row.get(i), same.get(i)))
              .as("%s of %s: %s\n%s", expected.columns().get(i), row, same.get(i), context)
              .isTrue();
        }
      }
      assertThat(found.next()).isNull();
    }
  }

  /** Loading over other rows gives each row the values that the file names. */
  @Test
  void anExportIsASnapshotAndLoadsOverExistingRows() throws Exception {
    Shop shop = Shop.open(directory);
    shop.out("load", "payment", shop.file("payment.csv", Shop.PAYMENTS_CSV));
    String file = directory.resolve("out.csv").toString();
    shop.out("export", "payment", file);
    String before = shop.out("run", "--output", "csv", "-e", "SELECT * FROM payment");
    assertThat(Files.readString(Path.of(file))).isEqualTo(before);
    shop.out(
        "run", "-e", "UPDATE payment SET note = 'x', amount = 7 WHERE payment_id IN (1, 2, 3)");
    shop.out("load", "payment", file);
    assertThat(shop.out("run", "--output", "csv", "-e", "SELECT * FROM payment")).isEqualTo(before);
  }
}
