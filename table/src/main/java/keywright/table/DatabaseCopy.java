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
import keywright.table.maintenance.CopySource;
import keywright.table.maintenance.TableCopy;
import keywright.table.model.CopyProgress;
import keywright.table.model.CopyReport;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Names;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;

/**
 * Copies tables of one database into another database. The two databases may be on engines of
 * different kinds. A copy is used by one thread.
 *
 * <p>A table is created at the target as declared at the source, with its indexes. An attached
 * table becomes an ordinary table at the target. A plain table, which is written without
 * conditions, stays plain if the target's engine has {@link keywright.store.PlainWrites}. Otherwise
 * the table becomes exact: its writes have conditions. If a table of the same name already exists
 * at the target, it must have the same columns, key and families; its indexes, compression and
 * splits do not change. Values keep their write times and expiry. Older versions of values are
 * copied too. A row keeps its version, rounded up to a multiple of the target's {@link
 * keywright.store.Engine#versionStep}. Index entries are not copied: the target writes them with
 * the rows.
 *
 * <p>Rows are copied in the order of their row keys. About every thousand rows, the key of the last
 * copied row is saved in the target. An interrupted copy resumes after this key. If a row already
 * exists at the target, it must equal the row of the source.
 *
 * <p>If the source has {@link Capability#SNAPSHOTS}, all copied and compared rows are as they were
 * when {@link #run} was called. Otherwise each row is as it is when it is read; a row that changes
 * during the copy may be reported as different. The target must have no other writer.
 */
public final class DatabaseCopy {
  private final Database source;
  private final Database target;
  private final List<String> tables;
  private final List<String> keyspaces;
  private final boolean skipsUnreadable;
  private final Positions positions;

  private DatabaseCopy(
      Database source,
      Database target,
      List<String> tables,
      List<String> keyspaces,
      boolean skipsUnreadable) {
    this.source = source;
    this.target = target;
    this.tables = tables;
    this.keyspaces = keyspaces;
    this.skipsUnreadable = skipsUnreadable;
    this.positions = Positions.ofCopies(target.known().engine());
  }

  /**
   * Prepares a copy of tables. Nothing is written before {@link #run}.
   *
   * @param source the database whose rows are copied
   * @param target the database that gets the rows
   * @param tables the names of the tables at the source; the tables have the same names at the
   *     target
   * @throws TableException if a table does not exist at the source, if the target has a different
   *     table of the same name, or if the target cannot store the table as declared
   */
  public static DatabaseCopy of(Database source, Database target, List<String> tables) {
    return of(source, target, tables, List.of());
  }

  /**
   * Prepares a copy of all tables, and of the keyspaces that have no tables. An engine that has all
   * its tables in one keyspace, such as Cassandra, gets the tables only.
   *
   * @throws TableException as {@link #of}
   */
  public static DatabaseCopy ofAll(Database source, Database target) {
    boolean hasKeyspaces = target.known().engine().keyspace().isEmpty();
    List<String> keyspaces =
        source.keyspaces().stream()
            .filter(name -> hasKeyspaces && !name.equals(source.defaultKeyspace()))
            .toList();
    return of(source, target, source.tables(), keyspaces);
  }

  private static DatabaseCopy of(
      Database source, Database target, List<String> tables, List<String> keyspaces) {
    List<String> names = tables.stream().map(source.known()::resolve).toList();
    DatabaseCopy copy = new DatabaseCopy(source, target, names, keyspaces, false);
    names.forEach(copy::requireFits);
    return copy;
  }

  /**
   * The same copy, but rows of the source that cannot be decoded are neither copied nor compared.
   * {@link CopyReport#rowsUnreadable} counts them. Without this, such a row ends the copy. A row of
   * the target that cannot be decoded ends the copy in any case.
   */
  public DatabaseCopy skippingUnreadable() {
    return new DatabaseCopy(source, target, tables, keyspaces, true);
  }

  private void requireFits(String name) {
    TableDefinition wanted = wanted(name);
    target
        .find(Names.qualified(name))
        .ifPresentOrElse(there -> requireSame(wanted, there), () -> requireKept(wanted));
  }

  /**
   * The definition of the table at the target. A plain table stays plain only if the target's
   * engine has plain writes.
   */
  private TableDefinition wanted(String name) {
    TableDefinition declared = source.known().require(name).definition().asOwn();
    boolean keepsWrites = !declared.isPlain() || target.known().engine().plainWrites().isPresent();
    return keepsWrites ? declared : declared.withStorage(declared.storage().withWrites(null));
  }

  private void requireKept(TableDefinition wanted) {
    StoredTable kept = target.known().stored(CatalogEntry.of(wanted));
    for (IndexDefinition index : wanted.indexes()) {
      target
          .known()
          .names()
          .requireUnused(
              "index",
              target.known().resolveIndex(Names.in(keyspace(wanted.name()), index.name())));
      try {
        kept.requireKept(index);
      } catch (TableException e) {
        throw new TableException(
            "cannot copy table %s: the target refuses index %s (%s); change or drop this index at the source, or create the table at the target without the index, and copy again"
                .formatted(wanted.name(), index.name(), e.getMessage()),
            e);
      }
    }
  }

  /** The keyspace of a table, by its name if it is the default keyspace. */
  private static String keyspace(String table) {
    return Names.keyspace(Names.qualified(table));
  }

  private static void requireSame(TableDefinition wanted, TableDefinition there) {
    String other = null;
    if (there.isAttached()) {
      throw new TableException(
          "cannot copy table %s: found an attached table at the target, expected a table that Keywright created, because an attached table cannot store write times and expiry; drop the declaration at the target, or copy into another database"
              .formatted(wanted.name()));
    }
    if (!wanted.columns().equals(there.columns())) {
      other =
          Stream.concat(wanted.columns().stream(), there.columns().stream())
              .filter(
                  column -> !wanted.columns().contains(column) || !there.columns().contains(column))
              .findFirst()
              .map(column -> "column " + Names.quote(column.name()))
              .orElse("order of columns");
    } else if (!wanted.primaryKey().equals(there.primaryKey())) {
      other = "primary key";
    } else if (!wanted.format().equals(there.format())) {
      other = "key format";
    } else if (!lives(wanted).equals(lives(there))) {
      other = "family";
    }
    if (other != null) {
      throw new TableException(
          "cannot copy table %s: found a table of this name at the target whose %s differs, expected the same columns, key and families; drop the table at the target, or copy into another database"
              .formatted(wanted.name(), other));
    }
  }

  /** The families of a table, reduced to the settings that decide how long values are kept. */
  private static List<FamilyDefinition> lives(TableDefinition table) {
    return table.allFamilies().stream()
        .map(
            each ->
                new FamilyDefinition(
                    each.name(), "none", each.ttlSeconds(), each.versions(), each.from()))
        .toList();
  }

  /**
   * Whether all copied rows are from one snapshot of the source: all rows as they were at the same
   * moment.
   */
  public boolean isOfOneMoment() {
    return source.known().engine().capabilities().contains(Capability.SNAPSHOTS);
  }

  /**
   * Copies the rows that the target does not have. Then reads all rows of both databases and
   * compares them. At most a thousand rows are in memory at a time; if the rows are large, fewer.
   *
   * @param told receives the progress from time to time
   * @return a report for each table, in the order of their names when the copy was made
   * @throws TableException if the target has a row that the source does not have, if a row of the
   *     target differs from the row of the source, or if an index of the target cannot contain a
   *     row. Rows that were copied before are kept
   * @throws keywright.store.UnreadableRowException if a row cannot be decoded
   */
  public List<CopyReport> run(Consumer<CopyProgress> told) {
    for (String keyspace : keyspaces) {
      boolean unused = target.createKeyspace(keyspace, true);
    }
    for (String name : tables) {
      if (target.find(Names.qualified(name)).isEmpty()) {
        positions.forget(targetName(name));
        if (target.known().engine().keyspace().isEmpty()) {
          boolean unused = target.createKeyspace(keyspace(name), true);
        }
        boolean unused = target.createTable(wanted(name).withName(Names.qualified(name)), true);
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

  /** The full name that a table of the source has at the target. */
  private String targetName(String name) {
    return target.known().resolve(Names.qualified(name));
  }

  private TableCopy of(String name, Snapshot view, Consumer<CopyProgress> told) {
    StoredTable table = source.known().require(name);
    OptionalLong estimated = source.known().engine().estimatedRows(table.layout().name());
    return new TableCopy(
        new CopySource(table, view, skipsUnreadable),
        targetName(name),
        target.known(),
        target.parts().writer(),
        positions,
        told,
        estimated);
  }

  /**
   * Compares the rows of both databases as {@link #run} does, and writes nothing.
   *
   * @param told receives the progress from time to time
   * @return a report for each table, in the order of their names when the copy was made
   * @throws TableException if a table or a keyspace does not exist at the target
   */
  public List<CopyReport> compare(Consumer<CopyProgress> told) {
    List<String> missing = new ArrayList<>(keyspaces);
    missing.removeAll(target.keyspaces());
    if (!missing.isEmpty()) {
      throw new TableException(
          "cannot confirm the copy: keyspace %s does not exist at the target; create it there"
              .formatted(Names.quote(missing.get(0))));
    }
    tables.forEach(name -> target.known().require(targetName(name)));
    try (Snapshot view = source.known().snapshot()) {
      return tables.stream()
          .map(name -> of(name, view, told))
          .map(copy -> copy.compare(0))
          .toList();
    }
  }
}
