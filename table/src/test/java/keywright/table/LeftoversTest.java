package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import keywright.server.hbase.HBaseServer;
import keywright.store.Engine;
import keywright.store.EngineTable;
import keywright.store.Engines;
import keywright.store.MemoryEngine;
import keywright.store.TableLayout;
import keywright.table.catalog.Catalog;
import keywright.table.catalog.Registrations;
import keywright.table.catalog.StoredRegistrations;
import keywright.table.layout.CatalogEntry;
import keywright.table.layout.StoredTable;
import keywright.table.maintenance.DefinitionChanges;
import keywright.table.maintenance.IndexBuilds;
import keywright.table.model.DatabaseProcess;
import keywright.table.model.Leftovers;
import keywright.table.model.TableException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What killed processes and statements that were cut off have left, shown and removed. */
final class LeftoversTest {
  /** As a drop of an index leaves it that was cut off after its change of the catalog. */
  private static TableLayout leave(Engine engine, String name) {
    TableLayout payment = new StoredTable(CatalogEntry.of(Payments.DEFINITION), engine).layout();
    TableLayout left = new TableLayout(name, payment.keySchema(), payment.families());
    engine.createTable(left);
    return left;
  }

  /** Registers a process as one that is killed then. */
  private static void kill(Engine engine) {
    DatabaseProcess process = new DatabaseProcess("host-1", 4711, Instant.EPOCH);
    assertThat(new StoredRegistrations(engine).add(process, 1, 0)).isNotEmpty();
  }

  private static List<String> names(List<EngineTable> tables) {
    return tables.stream().map(EngineTable::name).collect(Collectors.toList());
  }

  @Test
  void aDatabaseInUseHasNoLeftovers() {
    try (Database database = Payments.open(CatalogLeaseTest.reached())) {
      assertThat(database.leftovers())
          .isEqualTo(new Leftovers(List.of(), List.of(), List.of(), List.of()));
    }
  }

  /** The process was killed in a DROP TABLE, after its change of the catalog. */
  @Test
  void whatIsLeftOfATableIsDroppedWhenItIsCreatedAgain() {
    Engine engine = CatalogLeaseTest.reached();
    try (Database database = Payments.open(engine)) {
      assertThat(database.dropTable("payment", false)).isTrue();
      for (String name : List.of("payment#2", "payment.of_note#2", "payment.of_note#2.unique")) {
        leave(engine, name);
      }
      assertThat(database.createTable(Payments.DEFINITION, false)).isTrue();
      assertThat(database.leftovers().tables()).isEmpty();
    }
  }

  @Test
  void leftTablesAndKilledProcessesAreRemovedAndOthersStay() {
    Engine engine = CatalogLeaseTest.reached();
    Database database = Payments.open(engine);
    Database live = Payments.open(engine);
    live.table("payment").insert(Payments.payment(1, 1, "2017-01-01", "1.00"));
    kill(engine);
    leave(engine, "payment.dropped_index");
    leave(engine, "gone");
    Leftovers found = database.leftovers();
    assertThat(names(found.tables())).containsExactly("gone", "payment.dropped_index");
    assertThat(found.processes()).hasSize(2);

    List<Long> waits = new ArrayList<>();
    assertThat(names(database.removeLeftovers(millis -> !waits.add(millis)).tables()))
        .containsExactly("gone", "payment.dropped_index");
    assertThat(waits).as("it was told not to wait").hasSize(1);
    assertThat(database.leftovers().processes()).hasSize(2);

    Leftovers removed = database.removeLeftovers(millis -> true);
    assertThat(removed.tables()).isEmpty();
    assertThat(removed.processes()).hasSize(1);
    assertThat(database.leftovers().processes()).hasSize(1);
    live.table("payment").insert(Payments.payment(2, 1, "2017-01-01", "1.00"));
    Payments.requireExact(database, "payment");
    live.close();
    assertThat(database.leftovers().processes()).isEmpty();
  }

  @Test
  void aProcessThatRegisteredAgainIsShownOnce() {
    Engine engine = CatalogLeaseTest.reached();
    DatabaseProcess process = new DatabaseProcess("host-1", 4711, Instant.EPOCH);
    try (Database database = Payments.open(engine)) {
      Registrations registrations = new StoredRegistrations(engine);
      String own = registrations.read().keySet().iterator().next();
      String former = registrations.add(process, 1, 0);
      assertThat(registrations.askOthers(own))
          .extracting(Registrations.Registration::name)
          .containsExactly(former);
      assertThat(database.leftovers().processes())
          .containsExactly(new Leftovers.Registered(process, true));
      assertThat(registrations.add(process, 2, 0)).isNotEqualTo(former);
      assertThat(database.leftovers().processes())
          .containsExactly(new Leftovers.Registered(process, false));
    }
  }

  @Test
  void aTableThatTheCatalogNamesAndTheEngineLacksIsShown() {
    MemoryEngine engine = MemoryEngine.ofSingleRows(1);
    Database database = Payments.open(engine);
    engine.dropTable("payment.payments_by_date");
    assertThat(database.leftovers().missing()).containsExactly("payment.payments_by_date");
    assertThat(database.removeLeftovers(millis -> true).tables()).isEmpty();
  }

  @Test
  void creatingATableWhileItsLeftoverIsDroppedIsRefused() {
    Engine engine = CatalogLeaseTest.reached();
    Database database = Payments.open(engine);
    Database other = Payments.open(engine);
    EngineTable left = engine.table(leave(engine, "stay").name());
    // The other process has claimed the name, and is about to make the table.
    Catalog catalog = new Catalog(engine);
    assertThat(catalog.read()).containsKey("payment");
    catalog.claim("stay");
    assertThat(
            new DefinitionChanges(database.known(), new IndexBuilds(database.parts()))
                .dropLeftover(left))
        .isTrue();
    assertThatThrownBy(() -> catalog.requireClaim("stay"))
        .isInstanceOf(TableException.class)
        .hasMessageContaining("another process has changed the entry since this process read it");
    assertThat(other.tables()).containsExactly("payment");
  }

  @Test
  @Tag("large")
  void onHBaseADisabledLeftoverIsDroppedAndANewTableStays() throws Exception {
    HBaseServer server = HBaseServer.shared();
    Configuration client = HBaseConfiguration.create();
    client.set("hbase.zookeeper.quorum", server.quorum());
    try (Engine engine = Engines.open(server.url("left") + "?timeout_seconds=2");
        Database database = Database.over(engine, InstantSource.system(), 1);
        Connection connection = ConnectionFactory.createConnection(client);
        Admin admin = connection.getAdmin()) {
      boolean unused = database.createTable(Payments.DEFINITION, true);
      TableLayout left = leave(engine, "payment.dropped_index");
      admin.disableTable(TableName.valueOf("left", "payment.dropped_index"));
      EngineTable found = database.leftovers().tables().get(0);
      assertThat(found.name()).isEqualTo(left.name());
      assertThat(found.isEnabled()).isFalse();

      // Another process has made one of the name since.
      engine.dropTable(left.name());
      engine.createTable(left);
      assertThat(engine.dropTable(found)).isFalse();
      assertThat(engine.hasTable(left.name())).isTrue();
      assertThat(engine.table(left.name()).isEnabled()).isTrue();

      kill(engine);
      Leftovers removed = database.removeLeftovers(millis -> true);
      assertThat(names(removed.tables())).containsExactly(left.name());
      assertThat(removed.processes()).hasSize(1);
      assertThat(engine.hasTable(left.name())).isFalse();
      assertThat(engine.dropTable(found)).as("it is gone").isFalse();
      assertThat(database.leftovers())
          .isEqualTo(new Leftovers(List.of(), List.of(), List.of(), List.of()));
      database.table("payment").insert(Payments.payment(1, 1, "2017-01-01", "1.00"));
      Payments.requireExact(database, "payment");
    }
  }
}
