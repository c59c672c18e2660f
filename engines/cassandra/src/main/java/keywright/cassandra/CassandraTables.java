package keywright.cassandra;

import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import keywright.key.ErrorCode;
import keywright.store.ColumnLayout;
import keywright.store.FamilyLayout;
import keywright.store.NoTableException;
import keywright.store.StoreException;
import keywright.store.TableLayout;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a keyspace that are ours: those whose comment says so, and their statements.
 * Thread-safe.
 */
final class CassandraTables {
  private final CassandraClient client;
  private final String keyspace;
  private final Map<TableLayout, CassandraTable> tables = new ConcurrentHashMap<>();

  CassandraTables(CassandraClient client) {
    this.client = client;
    this.keyspace = client.location().keyspace();
  }

  Set<String> names() {
    Set<String> names = new TreeSet<>();
    for (Row row :
        client.read(
            "list",
            "system_schema.tables",
            SimpleStatement.newInstance(
                "SELECT comment FROM system_schema.tables WHERE keyspace_name = ?", keyspace))) {
      String name = TableComment.table(row.getString(0));
      if (name != null) {
        names.add(name);
      }
    }
    return names;
  }

  /** The longest {@code gc_grace_seconds} of the tables; 0 when there are none. */
  int tombstoneSecondsMax() {
    int max = 0;
    for (Row row :
        client.read(
            "list",
            "system_schema.tables",
            SimpleStatement.newInstance(
                "SELECT gc_grace_seconds FROM system_schema.tables WHERE keyspace_name = ?",
                keyspace))) {
      max = Math.max(max, row.getInt(0));
    }
    return max;
  }

  boolean contains(String name) {
    ResultSet found = comment(name);
    Row row = found.one();
    if (row == null) {
      // A node that was away may not know the table yet.
      client.awaitAgreement(found.getExecutionInfo().getCoordinator());
      row = comment(name).one();
    }
    return row != null && name.equals(TableComment.table(row.getString(0)));
  }

  private ResultSet comment(String name) {
    return client.read(
        "find",
        name,
        SimpleStatement.newInstance(
            "SELECT comment FROM system_schema.tables WHERE keyspace_name = ? AND table_name = ?",
            keyspace,
            TableName.of(name)));
  }

  /** How Cassandra stores the rows of a table, which need not exist. */
  TableForm form(TableLayout layout) {
    CassandraTable known = tables.get(layout);
    return known == null ? new TableForm(layout) : known.form();
  }

  /**
   * The statements of a table.
   *
   * @throws StoreException when the table or one of its columns is missing
   */
  CassandraTable table(TableLayout layout) {
    CassandraTable known = tables.get(layout);
    if (known != null) {
      return known;
    }
    if (layout.isAttached()) {
      return tables.computeIfAbsent(layout, each -> new CassandraTable(client, each));
    }
    requireColumns(layout);
    return tables.computeIfAbsent(layout, each -> new CassandraTable(client, each));
  }

  /**
   * Requires that a table exists and has its columns. Cassandra knows no families: a table has the
   * families whose columns it has. The columns are read before the table is required. So a table
   * that another process drops meanwhile is missing, and not one of its columns.
   */
  private void requireColumns(TableLayout layout) {
    ResultSet found = columns("column_name", "columns", layout.name());
    String missing = missing(layout, found);
    require("use", layout.name());
    if (missing != null) {
      // A node that was away may not know new columns yet.
      client.awaitAgreement(found.getExecutionInfo().getCoordinator());
      missing = missing(layout, columns("column_name", "columns", layout.name()));
      require("use", layout.name());
    }
    if (missing != null) {
      throw new StoreException(
          ErrorCode.NOT_FOUND,
          "cannot use table %s: found no %s in Cassandra, expected the columns that the catalog has; add the column with its type to the table in Cassandra, or restore a backup"
              .formatted(layout.name(), missing));
    }
  }

  /** The first column that a table lacks, with its family; null if the table has all columns. */
  private static @Nullable String missing(TableLayout layout, ResultSet found) {
    Set<String> existing = names(found);
    for (FamilyLayout family : layout.families()) {
      for (ColumnLayout column : family.columns()) {
        if (!existing.contains(column.name())) {
          return "column %s of family %s".formatted(column.name(), family.name());
        }
      }
    }
    return null;
  }

  /** The texts in the first column. */
  private static Set<String> names(ResultSet rows) {
    Set<String> names = new HashSet<>();
    rows.forEach(row -> names.add(row.getString(0)));
    return names;
  }

  /** Forgets the statements of a table, which was made, dropped or changed. */
  private void forget(String table) {
    tables.keySet().removeIf(layout -> layout.name().equals(table));
  }

  void create(TableLayout layout) {
    String what = "create table " + layout.name();
    if (contains(layout.name())) {
      throw new StoreException(
          ErrorCode.ALREADY_EXISTS,
          "cannot "
              + what
              + ": found a table of that name, expected none; drop it first, or choose another name");
    }
    forget(layout.name());
    client.change(what, new TableForm(layout).create(keyspace));
  }

  /** Adds the families and columns that a table lacks. */
  void addFamilies(TableLayout layout) {
    alter(layout, layout);
  }

  /**
   * As {@link keywright.store.Engine#named}. The columns of the primary key have the names that the
   * table has, whatever the declaration says: one of an older version may have been changed.
   */
  TableLayout named(@Nullable TableLayout before, TableLayout layout) {
    if (layout.isAttached()) {
      return layout;
    }
    Set<String> used = before == null ? new HashSet<>() : usedNames(before.name());
    List<ColumnLayout> columns =
        layout.families().stream().flatMap(family -> family.columns().stream()).toList();
    Set<String> declared = columns.stream().map(ColumnLayout::name).collect(Collectors.toSet());
    Map<Integer, String> names = new HashMap<>();
    for (ColumnLayout column : columns) {
      ColumnLayout kept = before == null ? null : before.column(column.id());
      String name = kept == null ? free(column.name(), used, declared) : kept.name();
      names.put(column.id(), name);
    }
    return layout.named(
        before == null
            ? layout.keySchema().partNames(names.values())
            : new TableForm(before).keyNames(primaryKey(before.name())),
        names);
  }

  /** The name, or one with a number behind it, which is no name of another column. */
  private static String free(String name, Set<String> used, Set<String> declared) {
    if (used.add(name)) {
      return name;
    }
    int count = 2;
    while (declared.contains(name + "_" + count) || !used.add(name + "_" + count)) {
      count++;
    }
    return name + "_" + count;
  }

  /** The names of all columns that a table has or has had. */
  private Set<String> usedNames(String table) {
    require("alter", table);
    Set<String> names = names(columns("column_name", "columns", table));
    names.addAll(names(columns("column_name", "dropped_columns", table)));
    return names;
  }

  /** The names of the columns of the primary key, in their order. */
  private List<String> primaryKey(String table) {
    Map<Integer, String> partition = new TreeMap<>();
    Map<Integer, String> clustering = new TreeMap<>();
    for (Row row : columns("column_name, kind, position", "columns", table)) {
      String kind = String.valueOf(row.getString(1));
      if (kind.equals("partition_key") || kind.equals("clustering")) {
        (kind.equals("clustering") ? clustering : partition)
            .put(row.getInt(2), String.valueOf(row.getString(0)));
      }
    }
    List<String> names = new ArrayList<>(partition.values());
    names.addAll(clustering.values());
    return names;
  }

  private ResultSet columns(String what, String systemTable, String table) {
    return client.read(
        "find the columns of",
        table,
        SimpleStatement.newInstance(
            "SELECT %s FROM system_schema.%s WHERE keyspace_name = ? AND table_name = ?"
                .formatted(what, systemTable),
            keyspace,
            TableName.of(table)));
  }

  /** Adds the families and columns that a table lacks. */
  void alter(TableLayout before, TableLayout after) {
    require("alter", after.name());
    TableForm form = new TableForm(after);
    String what = "alter table " + after.name();
    Set<String> existing = names(columns("column_name", "columns", after.name()));
    List<String> added = new ArrayList<>();
    for (TableForm.ValueColumn column : form.values()) {
      boolean exists = existing.contains(column.name());
      if (exists && before.column(column.id()) == null) {
        throw new StoreException(
            ErrorCode.CONFLICT,
            "cannot %s: found a column %s in Cassandra already, which another process may have just added; repeat the statement, and if that fails, give the column another name"
                .formatted(what, column.name()));
      }
      if (!exists) {
        added.add(TableForm.definition(column.name(), column.type()));
      }
    }
    if (!added.isEmpty()) {
      client.change(
          what, "ALTER TABLE %s ADD (%s)".formatted(form.name(keyspace), String.join(", ", added)));
    }
    if (form.isPlain() && !form.lifetime().equals(new TableForm(before).lifetime())) {
      client.change(
          what,
          "ALTER TABLE %s WITH%s".formatted(form.name(keyspace), form.lifetime().substring(4)));
    }
    forget(after.name());
  }

  void drop(String name) {
    require("drop", name);
    client.change(
        "drop table " + name,
        "DROP TABLE IF EXISTS %s.%s"
            .formatted(TableName.quoted(keyspace), TableName.quoted(TableName.of(name))));
    forget(name);
  }

  /** Why a read failed. */
  StoreException readFailed(String what, TableLayout layout, RuntimeException e) {
    return unlessMissing(what, layout, client.errors().ofRead(what, layout.name(), e));
  }

  /** Why a write failed. */
  StoreException writeFailed(TableLayout layout, RuntimeException e, boolean isSent) {
    return unlessMissing("write to", layout, client.errors().ofWrite(layout.name(), e, isSent));
  }

  /**
   * The error, or that a table of ours is missing, which servers say by no answer when it is
   * dropped meanwhile. A write to it has left nothing then. A server that says nothing at all is
   * not asked: the time is over.
   */
  private StoreException unlessMissing(String what, TableLayout layout, StoreException error) {
    boolean isDoubtful =
        error.code() == ErrorCode.UNAVAILABLE || error.code() == ErrorCode.OUTCOME_UNKNOWN;
    if (isDoubtful && !CassandraErrors.isTimeOver(error) && !layout.isAttached()) {
      try {
        require(what, layout.name());
      } catch (NoTableException missing) {
        return missing;
      } catch (StoreException unknown) {
        error.addSuppressed(unknown);
      }
    }
    return error;
  }

  /**
   * Requires that a table exists.
   *
   * @throws NoTableException when there is no table of this name
   */
  void require(String what, String name) {
    if (!contains(name)) {
      throw new NoTableException(
          "cannot %s table %s: %s".formatted(what, name, NoTableException.found(names())));
    }
  }
}
