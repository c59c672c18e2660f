package keywright.table;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import keywright.key.KeyPart;
import keywright.store.MemoryEngine;
import keywright.table.catalog.DefinitionChecks;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.TableDefinition;
import org.junit.jupiter.api.Test;

class DefinitionChecksTest {
  private static TableDefinition table(String columns, String key) {
    return TableDefinition.of("t", Payments.columns(columns, "d"), KeyPart.parseList(key));
  }

  private static void refused(TableDefinition table, String message) {
    assertThatThrownBy(() -> DefinitionChecks.check(table, "create")).hasMessage(message);
  }

  private static TableDefinition named(String name) {
    TableDefinition t = table("a int", "a");
    return TableDefinition.of(name, t.columns(), t.primaryKey());
  }

  @Test
  void namesMustBePlainAndFree() {
    refused(
        named("keywright"),
        "cannot create table keywright: the name is reserved; choose another name");
    refused(
        named("a.b-c"),
        "cannot name a table \"b-c\": expected at most 120 letters, digits and _, a letter first; choose another name");
    refused(
        named("a-b.c"),
        "cannot name a keyspace \"a-b\": expected at most 120 letters, digits and _, a letter first; choose another name");
    try (Database database = Payments.open(new MemoryEngine())) {
      assertThatThrownBy(() -> database.createTable(named("payments_by_date"), false))
          .hasMessage(
              "cannot create table payments_by_date: there is an index of that name on payment; choose another name");
      assertThatThrownBy(
              () ->
                  database.createTable(
                      named("t").withIndexes(List.of(IndexDefinition.of("payments_by_date", "a"))),
                      false))
          .hasMessage(
              "cannot create index payments_by_date: there is an index of that name on payment; choose another name");
      assertThatThrownBy(() -> database.createTable(named("payment"), false))
          .hasMessage(
              "cannot create table payment: it exists; write CREATE TABLE IF NOT EXISTS to leave it as it is, or drop it first");
    }
  }

  @Test
  void aPrimaryKeyMustIdentify() {
    assertThatThrownBy(
            () -> DefinitionChecks.check(table("user_id text", "left(md5(user_id), 4)"), "create"))
        .hasMessage(
            "cannot use (left(md5(user_id), 4)) as a primary key: user_id cannot be recovered from this key, so two rows could share one key; write (left(md5(user_id), 4), user_id)");
    refused(
        table("user_id text", "usr_id"),
        "cannot create table t: its key reads column usr_id, which is not declared; did you mean user_id?");
    TableDefinition none = TableDefinition.of("t", Payments.columns("a int", "d"), List.of());
    refused(none, "cannot create table t: found no PRIMARY KEY; declare a primary key");
  }

  @Test
  void columnsAreDeclaredOnce() {
    List<ColumnDefinition> twice = new ArrayList<>(Payments.columns("a int, b int", "d"));
    twice.add(twice.get(0));
    refused(
        TableDefinition.of("t", twice, KeyPart.parseList("a")),
        "cannot create table t: column a is declared twice; remove or rename one");
    assertThatThrownBy(() -> DefinitionChecks.check(table("random text", "random(4)"), "create"))
        .hasMessageContaining("a column named random exists already; choose another name after AS");
  }

  @Test
  void familiesAreDeclaredAndAtMost64() {
    TableDefinition table = table("a int, b int", "a");
    List<ColumnDefinition> columns =
        table.columns().stream().map(column -> column.inFamily("x")).toList();
    refused(
        TableDefinition.of("t", columns, table.primaryKey()),
        "cannot create table t: column a is in family x, which is not declared; add FAMILY x (a)");
    List<FamilyDefinition> families = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      families.add(FamilyDefinition.of("f" + i));
    }
    DefinitionChecks.check(table("a int", "a").withFamilies(families), "create");
    refused(
        table.withFamilies(families),
        "cannot create table t: found 65 families, expected at most 64; keep columns that are read together in one family");
    refused(
        table.withFamilies(List.of(FamilyDefinition.of("x"), FamilyDefinition.of("x"))),
        "cannot create table t: family x is declared twice; remove or rename one");
    refused(
        table.withFamilies(List.of(new FamilyDefinition("x", "gzip", 0, 1))),
        "cannot create table t: found compression 'gzip' of family x; use none, lz4 or zstd");
    refused(
        table.withFamilies(List.of(new FamilyDefinition("x", "none", -1, 1))),
        "cannot create table t: found ttl = -1 and versions = 1 of family x, "
            + "expected a ttl of 0 or more and versions of 1 or more; write ttl = 0 to "
            + "keep values for ever");
  }

  @Test
  void twoColumnsAreNotStoredUnderOneName() {
    TableDefinition table = table("a int, b int", "a");
    List<ColumnDefinition> columns =
        table.columns().stream()
            .map(c -> new ColumnDefinition(c.name(), c.type(), false, "d", "x"))
            .toList();
    refused(
        TableDefinition.of("t", columns, table.primaryKey()),
        "cannot create table t: columns a and b are both stored as 'd:x'; give one of them another stored name, such as b int AT 'd:x2'");
  }

  @Test
  void anIndexReadsColumnsAndDrawsNothing() {
    TableDefinition table = table("a int, b int", "a");
    refused(
        table.withIndexes(List.of(IndexDefinition.of("i", "random(3)"))),
        "cannot create index i: found random(3), expected random(n) only in a primary key; use bucket(n)");
    refused(
        table.withIndexes(List.of(IndexDefinition.of("i", "bb"))),
        "cannot create index i: its key reads column bb, which is not declared; did you mean b?");
    refused(
        table.withIndexes(List.of(IndexDefinition.of("t", "b"))),
        "cannot create index t: its table has the same name; choose another name");
    refused(
        table.withIndexes(List.of(IndexDefinition.of("i", "b"), IndexDefinition.of("i", "a"))),
        "cannot create table t: index \"i\" is declared twice; give one of them another name");
  }
}
