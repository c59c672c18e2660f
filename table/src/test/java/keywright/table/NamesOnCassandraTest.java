package keywright.table;

import static keywright.table.Payments.eq;
import static keywright.table.Payments.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import keywright.key.KeyPart;
import keywright.key.Type;
import keywright.server.cassandra.CassandraServer;
import keywright.store.Engine;
import keywright.store.Engines;
import keywright.table.catalog.CatalogText;
import keywright.table.catalog.Tables;
import keywright.table.layout.CatalogEntry;
import keywright.table.layout.EngineColumns;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Query;
import keywright.table.model.TableChange;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The names of columns in Cassandra, by catalogs that keep them and by those that do not yet. */
@Tag("large")
class NamesOnCassandraTest {
  private static final AtomicInteger COUNT = new AtomicInteger();

  private static final TableDefinition STAY =
      TableDefinition.of(
              "stay",
              Payments.columns("hotel text, guest text, nights int, reverse_guest int", "d"),
              KeyPart.parseList("hotel, reverse(guest)"))
          .withIndexes(
              List.of(
                  IndexDefinition.of("stay_by_nights", "bucket(2, guest), nights"),
                  IndexDefinition.of("stay_of_guest", "guest").asUnique()));

  private final String url =
      CassandraServer.shared().newKeyspace("names_in_catalog" + COUNT.incrementAndGet())
          + "?alone=true";
  private Engine engine;
  private Database database;

  @BeforeEach
  void open() {
    engine = Engines.open(url);
    database = Database.over(engine, InstantSource.system(), 1);
  }

  @AfterEach
  void close() {
    database.close();
    engine.close();
  }

  @Test
  void theKeyspaceOfTheUrlIsTheOnlyOne() {
    String keyspace = database.defaultKeyspace();
    assertThat(keyspace).startsWith("names_in_catalog");
    assertThat(database.keyspaces()).containsExactly(keyspace);
    database.createTable(STAY.withName(keyspace + ".stay"), false);
    assertThat(database.tables()).containsExactly("stay");
    assertThat(database.find(keyspace + ".stay")).contains(STAY);
    assertThatThrownBy(() -> database.createTable(STAY.withName("other.stay"), false))
        .isInstanceOf(TableException.class)
        .hasMessageContaining("found keyspace other, expected " + keyspace);
  }

  private CatalogEntry entry() {
    return database.known().require("stay").entry();
  }

  /** Opens the database with another entry. */
  private void reopenWith(CatalogEntry entry) {
    Tables tables = database.known();
    tables.exchange(tables.stored(entry));
    close();
    open();
  }

  private static CatalogEntry old(CatalogEntry entry) {
    return CatalogText.read(CatalogText.write(entry).replaceAll(" column='[^']*'", ""));
  }

  private void create() {
    database.createTable(STAY, false);
    database
        .table("stay")
        .insert(row("hotel", "a", "guest", "ann", "nights", 2, "reverse_guest", 7));
  }

  private void alter(TableChange change) {
    assertThat(database.alterTable("stay", change)).isTrue();
  }

  private void requireRow(String guest, String hotel) {
    Table stay = database.table("stay");
    assertThat(stay.query(Query.all().where(eq(guest, "ann"))).toList()).hasSize(1);
    assertThat(stay.query(Query.all().where(eq("nights", 2))).toList()).hasSize(1);
    assertThat(stay.query(Query.all().where(eq(hotel, "a"))).toList()).hasSize(1);
    assertThat(database.verify("stay")).isEmpty();
  }

  @Test
  void aCatalogWithoutNamesGetsThemBeforeTheTableChanges() {
    create();
    EngineColumns names = entry().engineColumns();
    assertThat(names.keyNames()).containsExactly("hotel", "reverse_guest_2");
    reopenWith(old(entry()));
    assertThat(entry().engineColumns()).isEqualTo(EngineColumns.DERIVED);
    requireRow("guest", "hotel");
    alter(new TableChange.Rename(Map.of("guest", "visitor", "hotel", "house")));
    assertThat(entry().engineColumns()).isEqualTo(names);
    requireRow("visitor", "house");
    reopenWith(entry());
    alter(new TableChange.Drop(List.of("reverse_guest"), false));
    alter(
        new TableChange.Add(
            List.of(
                ColumnDefinition.of("reverse_guest", Type.parse("text")),
                new ColumnDefinition("hotel", Type.parse("int"), false, "f", "hotel")),
            List.of(FamilyDefinition.of("f")),
            false));
    requireRow("visitor", "house");
    assertThat(entry().engineColumns().keyNames()).isEqualTo(names.keyNames());
    assertThat(entry().engineColumns().names().values())
        .containsExactlyInAnyOrder("reverse_guest_3", "hotel_2");
  }

  /** Without names a changed declaration meant key columns that the table does not have. */
  @Test
  void aTableWhoseDeclarationDiffersIsUsableAfterItsNextChange() {
    create();
    CatalogEntry before = entry();
    alter(new TableChange.Rename(Map.of("guest", "visitor")));
    reopenWith(old(entry()));
    assertThatThrownBy(() -> database.table("stay").get("a", "ann"))
        .hasMessageContaining("reverse_visitor");
    alter(new TableChange.Rename(Map.of("visitor", "guest")));
    assertThat(entry()).isEqualTo(before);
    requireRow("guest", "hotel");
  }
}
