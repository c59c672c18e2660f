package keywright.table;

import static keywright.table.Payments.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import keywright.key.KeyPart;
import keywright.key.Type;
import keywright.server.cassandra.CassandraServer;
import keywright.store.StoreException;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.TableChange;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Columns of two families with one stored name, on Cassandra, whose tables have no families. */
class StoredNamesOnCassandraTest {
  private static final ColumnDefinition ID = ColumnDefinition.of("id", Type.parse("int"));
  private static final ColumnDefinition SHIPPED = address("shipped", "s", "AddressID");
  private static final ColumnDefinition BILLED = address("billed", "b", "AddressID");

  private final Database database =
      Database.open(
          CassandraServer.shared().newKeyspace("names" + System.nanoTime()) + "?alone=true");

  @AfterEach
  void close() {
    database.close();
  }

  private static ColumnDefinition address(String name, String family, String stored) {
    return new ColumnDefinition(name, Type.parse("int"), false, family, stored);
  }

  private static TableDefinition orders(ColumnDefinition... columns) {
    List<FamilyDefinition> families =
        Stream.of(columns)
            .map(ColumnDefinition::family)
            .filter(family -> !family.equals(FamilyDefinition.DEFAULT_NAME))
            .map(FamilyDefinition::of)
            .toList();
    return TableDefinition.of("orders", List.of(columns), KeyPart.parseList("id"))
        .withFamilies(families);
  }

  private static TableChange add(ColumnDefinition column) {
    return new TableChange.Add(List.of(column), List.of(FamilyDefinition.of("b")), false);
  }

  private Set<String> stored() {
    return database.known().engine().tables();
  }

  @Test
  void twoOfThemAreRefusedBeforeAnythingIsMade() {
    Set<String> before = stored();
    IndexDefinition index = IndexDefinition.of("orders_by_billed", "billed");
    assertThatThrownBy(
            () ->
                database.createTable(
                    orders(ID, SHIPPED, BILLED).withIndexes(List.of(index)), false))
        .isInstanceOf(TableException.class)
        .hasMessage(
            "cannot lay out table orders: found columns s:AddressID and b:AddressID, expected different names, since the engine has no families; give one of them another name by AT");
    assertThat(stored()).isEqualTo(before);
    assertThat(database.find("orders")).isEmpty();
  }

  @Test
  void aSecondOneIsNotAddedInPlaceOfTheFirst() {
    database.createTable(orders(ID, SHIPPED), false);
    Table orders = database.table("orders");
    orders.insert(row("id", 1, "shipped", 7));
    assertThatThrownBy(() -> database.alterTable("orders", add(BILLED)))
        .isInstanceOf(TableException.class)
        .hasMessageContaining("found columns s:AddressID and b:AddressID");
    assertThat(orders.get(1).orElseThrow().getInt("shipped")).isEqualTo(7);
  }

  @Test
  void aColumnThatTakesTheNameOfAKeyColumnIsNotAdded() {
    database.createTable(orders(ID, SHIPPED), false);
    Table orders = database.table("orders");
    orders.insert(row("id", 1, "shipped", 7));
    assertThatThrownBy(() -> database.alterTable("orders", add(address("billed", "b", "id"))))
        .isInstanceOf(StoreException.class)
        .hasMessageStartingWith(
            "cannot alter table orders: found a column that takes the name of key column id");
    assertThat(orders.get(1).orElseThrow().getInt("shipped")).isEqualTo(7);
  }
}
