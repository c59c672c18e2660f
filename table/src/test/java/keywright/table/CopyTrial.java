package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import keywright.key.KeyException;
import keywright.key.Type;
import keywright.store.Cell;
import keywright.store.Engine;
import keywright.store.RowCursor;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.table.layout.StoredTable;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.CopyReport;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.TableChange;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import keywright.table.model.Using;
import keywright.table.model.WriteResult;
import keywright.table.write.RowCells;
import org.jspecify.annotations.Nullable;

/** Random tables with random rows, and what is stored of them, to tell whether copies are exact. */
final class CopyTrial {
  /** Not a multiple of what any engine has as its step. */
  static final Instant NOW = Instant.parse("2024-01-01T00:00:00.000123Z");

  private CopyTrial() {}

  /** A table of columns of all types, whose families keep several versions at times. */
  static RandomTable table(Random random, String name) {
    return RandomTable.of(random, name);
  }

  /** Its definition as engines that change one row at a time keep it. */
  static TableDefinition definition(Random random, RandomTable table) {
    List<FamilyDefinition> families = new ArrayList<>();
    for (FamilyDefinition family : table.definition.families()) {
      families.add(new FamilyDefinition(family.name(), "lz4", 0, 1 + random.nextInt(3)));
    }
    List<IndexDefinition> indexes = new ArrayList<>();
    for (IndexDefinition index : table.definition.indexes()) {
      indexes.add(new IndexDefinition(index.name(), index.parts(), index.format()));
    }
    return table.definition.withFamilies(families).withIndexes(indexes);
  }

  /** Adds a column {@code late}, which a table that is made again stores under another id. */
  static void addColumnOfLaterId(Database database, String name) {
    ColumnDefinition early = ColumnDefinition.of("early", Type.parse("text"));
    ColumnDefinition late = ColumnDefinition.of("late", Type.parse("int"));
    database.alterTable(name, new TableChange.Add(List.of(early), List.of(), false));
    database.alterTable(name, new TableChange.Drop(List.of("early"), false));
    database.alterTable(name, new TableChange.Add(List.of(late), List.of(), false));
  }

  /** Inserts, changes and deletes rows at random, some of them at times and for times of theirs. */
  static void fill(Random random, Database database, RandomTable table, int changes) {
    Table rows = database.table(table.definition.name());
    for (int i = 0; i < changes; i++) {
      Map<String, @Nullable Object> values = new HashMap<>();
      for (RandomColumn column : table.columns) {
        boolean named = rows.definition().keyColumns().contains(column.name);
        if (named || random.nextInt(3) > 0) {
          boolean isNull = !named && random.nextInt(5) == 0;
          values.put(column.name, isNull ? null : column.value(random));
        }
      }
      if (rows.definition().column("late").isPresent() && random.nextBoolean()) {
        values.put("late", random.nextInt());
      }
      try {
        WriteResult unused = rows.insert(values, using(random));
      } catch (KeyException | TableException e) {
        // A key or an index that cannot hold the values, or a value that would outlive its row.
      }
    }
  }

  private static Using using(Random random) {
    return switch (random.nextInt(5)) {
      case 0 -> Using.timestamp(RowCells.micros(NOW) - 1 - random.nextInt(5_000));
      case 1 -> Using.ttl(10 + random.nextInt(100_000));
      default -> Using.NOTHING;
    };
  }

  /** All that is stored of the rows of a table, by row key, with all times but versions of rows. */
  static Map<String, String> stored(Database database, String name) {
    StoredTable table = database.known().require(name);
    Map<String, String> rows = new TreeMap<>();
    forEach(
        database, name, row -> rows.put(table.primaryKey().readable(row.key()), text(table, row)));
    return rows;
  }

  /** The versions of rows, by row key. */
  static Map<String, Long> versions(Database database, String name) {
    StoredTable table = database.known().require(name);
    Map<String, Long> versions = new TreeMap<>();
    forEach(
        database, name, row -> versions.put(table.primaryKey().readable(row.key()), row.version()));
    return versions;
  }

  private static void forEach(
      Database database, String name, java.util.function.Consumer<StoredRow> use) {
    StoredTable table = database.known().require(name);
    try (Snapshot view = database.known().snapshot();
        RowCursor rows =
            view.walk(table.layout(), new ScanOptions(table.rowOptions(true), false))) {
      for (StoredRow row = rows.next(); row != null; row = rows.next()) {
        use.accept(row);
      }
    }
  }

  private static String text(StoredTable table, StoredRow row) {
    StringBuilder text = new StringBuilder("!" + row.head().expiryMillis());
    if (table.layout().keepsVersions()) {
      text.append('^').append(row.head().created());
    }
    for (int place = 0; place < table.columns().size(); place++) {
      for (Cell cell : row.history(table.columnId(place))) {
        text.append(' ').append(table.columns().get(place).name()).append('=');
        text.append(cell.value() == null ? "deleted" : RandomColumn.meaning(cell.value()));
        text.append('@').append(cell.timestamp()).append('!').append(cell.expiryMillis());
      }
    }
    return text.toString();
  }

  /** Copies a table, and holds what is stored of it at both sides against each other. */
  static void copies(Database source, Database target, String name) {
    DatabaseCopy copy = DatabaseCopy.of(source, target, List.of(name));
    CopyReport report = copy.run(progress -> {}).get(0);
    requireSame(source, target, name);
    assertThat(report.firstDifference()).isEmpty();
    Map<String, Long> versions = versions(source, name);
    long step = target.known().engine().versionStep();
    versions.replaceAll((row, version) -> (version + step - 1) / step * step);
    assertThat(versions(target, name)).isEqualTo(versions);
    assertThat(report.rowsCopied()).isEqualTo(versions.size());
    assertThat(report.rowsAtSource()).isEqualTo(versions.size());
    assertThat(report.rowsAtTarget()).isEqualTo(versions.size());
  }

  /** Requires the same rows, and exact indexes. */
  static void requireSame(Database source, Database target, String name) {
    assertThat(stored(target, name)).isEqualTo(stored(source, name));
    assertThat(target.verify(name)).isEmpty();
  }

  static Database open(Engine engine) {
    return Database.over(engine, () -> NOW, 1);
  }

  /** A database to copy into, whose clock says more than that of the rows. */
  static Database openLater(Engine engine) {
    return Database.over(engine, () -> NOW.plusSeconds(2), 1);
  }
}
