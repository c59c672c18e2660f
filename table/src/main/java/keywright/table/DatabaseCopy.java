package keywright.table;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import keywright.store.Capability;
import keywright.store.Snapshot;
import keywright.table.catalog.Positions;
import keywright.table.layout.CatalogEntry;
import keywright.table.layout.StoredTable;
import keywright.table.maintenance.TableCopy;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.CopyProgress;
import keywright.table.model.CopyReport;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Names;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;

/**
 * A copy of tables of one database into another, on an engine of another kind perhaps. For one
 * thread.
 *
 * <p>A table is made at the target as it is declared at the source, with its indexes; one that is
 * attached becomes one of the target's own. Where it exists already it has the same columns and
 * key; indexes, compression and splits are then as the target has them. Rows keep the versions,
 * write times and expiry of their values, older versions among them, and their own version, raised
 * to the next that is a multiple of the target's {@link keywright.store.Engine#versionStep}. Index
 * entries are not copied: the target writes them with their rows.
 *
 * <p>Rows are copied in the order of their row keys. How far a copy has come is saved in the target
 * every thousand rows or so, and a copy that was cut off in any way continues there. A row that is
 * at the target already must be the same.
 *
 * <p>Where the source has {@link Capability#SNAPSHOTS}, what is copied and compared are the rows of
 * the moment when {@link #run} was called; where it has not, each row as it is when it is read, so
 * that a row which is written meanwhile may be found to differ. The target shall have no other
 * writer.
 */
public final class DatabaseCopy {
  private final Database source;
  private final Database target;
  private final List<String> tables;
  private final Positions positions;

  private DatabaseCopy(Database source, Database target, List<String> tables) {
    this.source = source;
    this.target = target;
    this.tables = tables;
    this.positions = Positions.ofCopies(target.known().engine());
  }

  /**
   * A copy to be made. Nothing is written yet.
   *
   * @throws TableException when a table is missing, when the target has another of its name, or
   *     cannot keep it as it is declared
   */
  public static DatabaseCopy of(Database source, Database target, List<String> tables) {
    DatabaseCopy copy = new DatabaseCopy(source, target, List.copyOf(tables));
    tables.forEach(copy::requireFits);
    return copy;
  }

  private void requireFits(String name) {
    TableDefinition wanted = source.known().require(name).definition().asOwn();
    target
        .find(name)
        .ifPresentOrElse(there -> requireSame(wanted, there), () -> requireKept(wanted));
  }

  private void requireKept(TableDefinition wanted) {
    StoredTable kept = target.known().stored(CatalogEntry.of(wanted));
    for (IndexDefinition index : wanted.indexes()) {
      target.known().names().requireUnused("index", index.name());
      try {
        kept.requireKept(index);
      } catch (TableException e) {
        throw new TableException(
            "cannot copy table %s: %s at the source, or create the table at the target without it, and copy again"
                .formatted(wanted.name(), e.getMessage()),
            e);
      }
    }
  }

  private static void requireSame(TableDefinition wanted, TableDefinition there) {
    String other = null;
    if (there.isAttached()) {
      throw new TableException(
          "cannot copy table %s: found an attached table at the target, expected a table of Keywright's own, because an attached table keeps no times of rows; drop the declaration there, or copy into another database"
              .formatted(wanted.name()));
    }
    if (!wanted.columns().equals(there.columns())) {
      ColumnDefinition first =
          Stream.concat(wanted.columns().stream(), there.columns().stream())
              .filter(
                  column -> !wanted.columns().contains(column) || !there.columns().contains(column))
              .findFirst()
              .orElse(wanted.columns().get(0));
      other = "column " + Names.quote(first.name());
    } else if (!wanted.primaryKey().equals(there.primaryKey())) {
      other = "primary key";
    } else if (!wanted.format().equals(there.format())) {
      other = "key format";
    } else if (!lives(wanted).equals(lives(there))) {
      other = "family";
    }
    if (other != null) {
      throw new TableException(
          "cannot copy table %s: found it at the target with another %s, expected the same columns, key and families; drop it there, or copy into another database"
              .formatted(wanted.name(), other));
    }
  }

  /** What decides how long values are kept. */
  private static List<FamilyDefinition> lives(TableDefinition table) {
    return table.allFamilies().stream()
        .map(each -> new FamilyDefinition(each.name(), "none", each.ttlSeconds(), each.versions()))
        .toList();
  }

  /** Whether the rows that are copied are those of one moment. */
  public boolean isOfOneMoment() {
    return source.known().engine().capabilities().contains(Capability.SNAPSHOTS);
  }

  /**
   * Copies the rows that are not at the target yet, then compares both sides in full. Memory holds
   * a thousand rows at a time, or a few megabytes.
   *
   * @param told now and then how far it is
   * @return for each table what it has come to, in order
   * @throws TableException when the target has a row that the source has not, or has otherwise, or
   *     when an index of the target cannot hold a row; the rows that were copied before stay
   */
  public List<CopyReport> run(Consumer<CopyProgress> told) {
    for (String name : tables) {
      if (target.find(name).isEmpty()) {
        positions.forget(name);
        boolean unused =
            target.createTable(source.known().require(name).definition().asOwn(), true);
      }
    }
    List<CopyReport> reports = new ArrayList<>();
    try (Snapshot view = source.known().snapshot()) {
      List<TableCopy> copies = tables.stream().map(name -> of(name, view, told)).toList();
      List<Long> copied = copies.stream().map(TableCopy::copy).toList();
      for (int i = 0; i < copies.size(); i++) {
        reports.add(copies.get(i).compare(copied.get(i)));
      }
    }
    return reports;
  }

  private TableCopy of(String name, Snapshot view, Consumer<CopyProgress> told) {
    StoredTable table = source.known().require(name);
    OptionalLong estimated = source.known().engine().estimatedRows(table.layout().name());
    return new TableCopy(
        table, view, target.known(), target.parts().writer(), positions, told, estimated);
  }

  /** Compares both sides as {@link #run} does and writes nothing. */
  public List<CopyReport> compare(Consumer<CopyProgress> told) {
    tables.forEach(target.known()::require);
    try (Snapshot view = source.known().snapshot()) {
      return tables.stream()
          .map(name -> of(name, view, told))
          .map(copy -> copy.compare(0))
          .toList();
    }
  }
}
