package keywright.cassandra;

import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import keywright.key.ErrorCode;
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
      TableComment comment = TableComment.parse(row.getString(0));
      if (comment != null) {
        names.add(comment.table());
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
    return find(name) != null;
  }

  private @Nullable TableComment find(String name) {
    ResultSet found = comment(name);
    Row row = found.one();
    if (row == null) {
      // A node that was away may not know the table yet.
      client.awaitAgreement(found.getExecutionInfo().getCoordinator());
      row = comment(name).one();
    }
    TableComment comment = row == null ? null : TableComment.parse(row.getString(0));
    return comment != null && comment.table().equals(name) ? comment : null;
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

  /**
   * The statements of a table.
   *
   * @throws StoreException when the table or one of its families is missing
   */
  CassandraTable table(TableLayout layout) {
    CassandraTable known = tables.get(layout);
    if (known != null) {
      return known;
    }
    if (layout.isAttached()) {
      return tables.computeIfAbsent(layout, each -> new CassandraTable(client, each));
    }
    TableComment comment = require("use", layout.name());
    for (String family : layout.familyNames()) {
      if (!comment.families().contains(family)) {
        throw new StoreException(
            ErrorCode.NOT_FOUND,
            "cannot use table %s: found no family %s, expected one of %s"
                .formatted(layout.name(), family, String.join(", ", comment.families())));
      }
    }
    return tables.computeIfAbsent(layout, each -> new CassandraTable(client, each));
  }

  /** Forgets the statements of a table, which was made, dropped or changed. */
  private void forget(String table) {
    tables.keySet().removeIf(layout -> layout.name().equals(table));
  }

  void create(TableLayout layout) {
    String what = "create table " + layout.name();
    if (contains(layout.name())) {
      throw new StoreException(
          ErrorCode.ALREADY_EXISTS, "cannot " + what + ": found one of that name, expected none");
    }
    forget(layout.name());
    client.change(what, new TableForm(layout).create(keyspace));
  }

  /** Adds the families and columns that a table lacks. */
  void addFamilies(TableLayout layout) {
    alter(layout, layout);
  }

  /**
   * Adds the families and columns that a table lacks. A column that is left of one that was dropped
   * goes first when a new one has its name, so that no value of it comes back.
   */
  void alter(TableLayout before, TableLayout after) {
    TableComment comment = require("add families to", after.name());
    TableForm form = new TableForm(after);
    String what = "alter table " + after.name();
    requireKeyColumns(new TableForm(before), form);
    Set<String> existing = columns(after);
    List<String> added = new ArrayList<>();
    List<String> left = new ArrayList<>();
    for (TableForm.ValueColumn column : form.values()) {
      boolean exists = existing.contains(column.name());
      boolean isNew = before.column(column.id()) == null;
      if (exists && isNew) {
        left.add(TableName.quoted(column.name()));
      }
      if (!exists || isNew) {
        added.add(TableForm.definition(column.name(), column.type()));
      }
    }
    change(what, form, left, "DROP");
    change(what, form, added, "ADD");
    if (form.isPlain() && !form.lifetime().equals(new TableForm(before).lifetime())) {
      client.change(
          what,
          "ALTER TABLE %s WITH%s".formatted(form.name(keyspace), form.lifetime().substring(4)));
    }
    TableComment wider = comment.with(after.familyNames());
    if (!wider.equals(comment)) {
      client.change(
          what,
          "ALTER TABLE %s WITH comment = %s"
              .formatted(form.name(keyspace), TableName.literal(wider.toString())));
    }
    forget(after.name());
  }

  /** A key column that has the name of another column has a number behind it. */
  private static void requireKeyColumns(TableForm before, TableForm after) {
    for (int i = 0; i < before.keyColumns().size(); i++) {
      String name = before.keyColumns().get(i).name();
      String other = after.keyColumns().get(i).name();
      if (!name.equals(other)) {
        throw new StoreException(
            ErrorCode.UNSUPPORTED,
            "cannot alter table %s: found a column that takes the name of key column %s or leaves it, expected key columns to keep their names in Cassandra; give the new column another name by AT, or leave the old one"
                .formatted(after.layout().name(), name));
      }
    }
  }

  private void change(String what, TableForm form, List<String> columns, String verb) {
    if (!columns.isEmpty()) {
      client.change(
          what,
          "ALTER TABLE %s %s (%s)"
              .formatted(form.name(keyspace), verb, String.join(", ", columns)));
    }
  }

  private Set<String> columns(TableLayout layout) {
    Set<String> names = new HashSet<>();
    for (Row row :
        client.read(
            "find the columns of",
            layout.name(),
            SimpleStatement.newInstance(
                "SELECT column_name FROM system_schema.columns WHERE keyspace_name = ? AND"
                    + " table_name = ?",
                keyspace,
                TableName.of(layout.name())))) {
      names.add(row.getString(0));
    }
    return names;
  }

  void drop(String name) {
    TableComment unused = require("drop", name);
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
        TableComment unused = require(what, layout.name());
      } catch (NoTableException missing) {
        return missing;
      } catch (StoreException unknown) {
        error.addSuppressed(unknown);
      }
    }
    return error;
  }

  /**
   * What the comment of a table says.
   *
   * @throws NoTableException when there is no table of this name
   */
  TableComment require(String what, String name) {
    TableComment comment = find(name);
    if (comment == null) {
      Set<String> names = names();
      throw new NoTableException(
          "cannot %s table %s: found no such table, expected %s"
              .formatted(
                  what,
                  name,
                  names.isEmpty() ? "one: there is none" : "one of " + String.join(", ", names)));
    }
    return comment;
  }
}
