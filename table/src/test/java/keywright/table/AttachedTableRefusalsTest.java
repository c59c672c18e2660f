package keywright.table;

import static keywright.table.OtherClient.FAMILY;
import static keywright.table.OtherClient.definition;
import static keywright.table.OtherClient.key;
import static keywright.table.OtherClient.open;
import static keywright.table.Payments.eq;
import static keywright.table.Payments.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import keywright.key.Condition;
import keywright.store.MemoryEngine;
import keywright.store.StoreException;
import keywright.table.model.Change;
import keywright.table.model.CopyReport;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Query;
import keywright.table.model.ScrubOptions;
import keywright.table.model.TableChange;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import keywright.table.model.Using;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is refused of tables that HBase's own client has made and continues writing. */
@Tag("large")
class AttachedTableRefusalsTest {
  private static OtherClient client;

  @BeforeAll
  static void connect() throws IOException {
    client = new OtherClient();
  }

  @AfterAll
  static void disconnect() throws IOException {
    client.close();
  }

  @Test
  void whatTheOtherClientWouldNotKnowIsRefused() throws IOException {
    try (org.apache.hadoop.hbase.client.Table other = client.make("refusing");
        Database database = open("refusing")) {
      TableDefinition definition = definition("refusing", "n bigint, note text");
      database.createTable(definition, false);
      Table table = database.table("refusing");
      refused(
          () -> database.createIndex("refusing", IndexDefinition.of("by_n", "n"), false),
          "cannot create index by_n: table refusing is attached, and its other clients would not write the index entries; copy the table into another database, where it becomes a table of Keywright");
      refused(
          () -> database.truncate("refusing"),
          "cannot truncate table refusing: found an attached table, expected a table that Keywright created; change it with the client that created it (Keywright's DROP TABLE removes only its own declaration)");
      refused(
          () -> database.alterTable("refusing", new TableChange.Drop(List.of("n"), false)),
          "cannot alter table refusing: found an attached table, expected a table that Keywright created; change it with the client that created it (Keywright's DROP TABLE removes only its own declaration)");
      refused(
          () -> table.insert(row("tenant", "acme", "id", 1, "n", 1), Using.ttl(5)),
          "cannot write to refusing: found a timestamp or a ttl, expected none, since the other clients of this attached table could not read such values; leave USING out");
      List<Condition> one = List.of(eq("tenant", "acme"), eq("id", 1));
      refused(
          () -> database.apply(Change.rekey("refusing", one, row("id", 2))),
          "cannot write to refusing: found REKEY, expected none, since the other clients of this attached table cannot read its move intents; INSERT the row with its new key, and DELETE the old row");
      refused(
          () -> table.insert(row("tenant", "acme", "id", 1)),
          "cannot write a row of refusing: found no value in any of its columns, expected at least one, since HBase stores a row only as its cells; delete the row, or give it a value");
      refused(
          () -> table.insertIfAbsent(row("tenant", "acme", "id", 1, "note", "x")),
          "cannot insert into refusing with IF NOT EXISTS: found no value for n, expected one, since the engine checks this column to see whether the row exists; give the column a value");
      try (Database own = Database.over(new MemoryEngine(), InstantSource.system(), 1)) {
        own.createTable(definition.asOwn(), false);
        refused(
            () -> DatabaseCopy.of(own, database, List.of("refusing")),
            "cannot copy table refusing: found an attached table at the target, expected a table that Keywright created, because an attached table cannot store write times and expiry; drop the declaration at the target, or copy into another database");
      }
      other.put(new Put(key(3)).addColumn(FAMILY, Bytes.toBytes("n"), Bytes.toBytes(3)));
      assertThatThrownBy(() -> table.get("acme", 3))
          .isInstanceOf(StoreException.class)
          .hasMessageStartingWith(
              "cannot read n of refusing as bigint: found the bytes 00000003, no value of this type (row key ")
          .hasMessageEndingWith(
              "; to read the bytes, DROP the table, which keeps its rows, and ATTACH it with the column as blob");
      try (Rows rows = table.query(Query.all().skippingUnreadable())) {
        assertThat(rows.toList()).isEmpty();
        assertThat(rows.unreadableKeys()).containsExactly(key(3));
      }
      try (Database own = Database.over(new MemoryEngine(), InstantSource.system(), 1)) {
        own.createTable(definition.asOwn(), false);
        own.table("refusing").insert(row("tenant", "acme", "id", 3, "n", 3));
        DatabaseCopy copy = DatabaseCopy.of(database, own, List.of("refusing"));
        assertThatThrownBy(() -> copy.run(progress -> {}))
            .hasMessageStartingWith("cannot read n of refusing as bigint");
        CopyReport report = copy.skippingUnreadable().run(progress -> {}).get(0);
        assertThat(report.isSame()).as(report.toString()).isTrue();
        assertThat(report.rowsUnreadable()).isEqualTo(1);
        assertThat(report.rowsAtTarget()).isEqualTo(1);
      }
      refused(
          () -> database.scrub("refusing", ScrubOptions.REPAIR.movingUnreadable(row -> {})),
          "cannot move unreadable rows of refusing: found an attached table, whose rows belong to another program; correct the rows with that program, or leave them out of queries with --skip-unreadable");
    }
  }

  @Test
  void aTableThatDiffersFromItsDeclarationIsNotAttached() throws IOException {
    try (org.apache.hadoop.hbase.client.Table other = client.make("there");
        Database database = open("there");
        Database memory = Database.over(new MemoryEngine(), InstantSource.system(), 1)) {
      assertThat(other.getName().getNamespaceAsString()).isEqualTo("there");
      refused(
          () -> database.createTable(definition("missing", "n int"), false),
          "cannot attach table missing: found no table there:missing in HBase, expected one that another client has created; to create a new table use CREATE TABLE");
      TableDefinition there = definition("there", "n int");
      refused(
          () ->
              database.createTable(
                  there
                      .withColumns(
                          there.columns().stream().map(column -> column.inFamily("d")).toList())
                      .withFamilies(List.of())
                      .asAttached(),
                  false),
          "cannot attach table there: found no family d in HBase, expected one of cf, other; declare the columns in one of these families with FAMILY");
      refused(
          () -> database.createTable(definition("there", "n varint"), false),
          "cannot attach table there: found column n of type varint, expected one that HBase's Bytes.toBytes writes; declare it as blob");
      refused(
          () -> memory.createTable(there, false),
          "cannot attach table there: found an engine that only Keywright writes to, expected one with tables of other clients, such as hbase: or cassandra:");
      assertThat(database.find("there")).isEmpty();
      database.createTable(there, false);
    }
    client.admin.disableTable(TableName.valueOf("there", "there"));
    client.admin.deleteTable(TableName.valueOf("there", "there"));
    try (Database again = open("there")) {
      assertThat(again.find("there")).as("a table that its other client has dropped").isPresent();
      again.dropTable("there", false);
    }
  }

  private static void refused(Runnable call, String message) {
    assertThatThrownBy(call::run)
        .isInstanceOfAny(TableException.class, StoreException.class)
        .hasMessage(message);
  }
}
