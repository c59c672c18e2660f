package keywright.table;

import static keywright.table.Payments.eq;
import static keywright.table.Payments.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.key.Type;
import keywright.store.Engine;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Limits;
import keywright.table.model.OrderBy;
import keywright.table.model.Plan;
import keywright.table.model.Query;
import keywright.table.model.Row;
import keywright.table.model.SelectItem;
import keywright.table.model.TableChange;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import keywright.table.query.QueryPlan;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Key parts that have a name and are computed: {@code left(md5(userid), 4) AS salt}. */
class NamedPartsTest {
  private static final String NO_COLUMN =
      "cannot use salt as a column of orders: found the name of a key part that is computed from userid as left(md5(userid), 4), expected a column; use userid instead (only the list after SELECT can name a computed part)";

  private static final TableDefinition ORDERS =
      TableDefinition.of(
              "orders",
              List.of(
                  ColumnDefinition.of("userid", Type.parse("text")),
                  ColumnDefinition.of("orderid", Type.parse("bigint")),
                  ColumnDefinition.of("status", Type.parse("text")).inFamily("s"),
                  ColumnDefinition.of("total", Type.parse("int"))),
              KeyPart.parseList("left(md5(userid), 4) AS salt, userid, orderid"))
          .withFamilies(List.of(FamilyDefinition.of("s")))
          .withIndexes(
              List.of(
                  IndexDefinition.of("by_status", "bucket(4) AS spread, status"),
                  IndexDefinition.of("by_total", "total, left(md5(userid), 4) AS salt")));

  private static void onEachEngine(Consumer<Database> test) {
    try (TestEngines engines = new TestEngines()) {
      for (Engine engine : engines.all()) {
        Database database = Database.over(engine, Payments.CLOCK, 1);
        database.createTable(ORDERS, false);
        Table table = database.table("orders");
        for (int i = 0; i < 40; i++) {
          table.insert(
              row("userid", "u" + i % 20, "orderid", i, "status", "s" + i % 3, "total", i % 7));
        }
        test.accept(database);
        assertThat(database.verify("orders")).isEmpty();
      }
    }
  }

  private static String salt(Object userid) {
    try {
      byte[] digest =
          MessageDigest.getInstance("MD5")
              .digest(userid.toString().getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest).substring(0, 4);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  private static void checkSalts(Database database, Query query, int count) {
    try (Rows rows = database.table("orders").query(query)) {
      List<Row> found = rows.toList();
      assertThat(found).hasSize(count);
      assertThat(found)
          .allSatisfy(row -> assertThat(row.get("salt")).isEqualTo(salt(row.get("userid"))));
    }
  }

  private static void refused(ThrowingCallable call, String message) {
    assertThatThrownBy(call).isInstanceOf(TableException.class).hasMessage(message);
  }

  @Test
  void aQueryReturnsItByEveryPath() {
    onEachEngine(
        database -> {
          Query salts = Query.select("salt", "userid");
          checkSalts(database, salts, 40);
          checkSalts(database, salts.where(eq("userid", "u3")), 2);
          checkSalts(database, salts.where(eq("userid", "u3"), eq("orderid", 3)), 1);
          checkSalts(database, salts.where(eq("status", "s1")), 13);
          checkSalts(database, salts.where(eq("total", 6)), 5);
          checkSalts(database, salts.orderedBy(new OrderBy("total", true)).withLimit(9), 9);
          checkSalts(
              database,
              salts
                  .orderedBy(new OrderBy("userid", true))
                  .withLimits(Limits.DEFAULT.withSorts(1_000, 1 << 20, 100_000)),
              40);
          Table table = database.table("orders");
          Page page = table.firstPage(salts, 15);
          Page next = table.nextPage(salts, 15, page.nextPage().orElseThrow());
          assertThat(next.rows().get(0).get("salt"))
              .isEqualTo(salt(next.rows().get(0).get("userid")));
          try (Rows alone = table.query(Query.select("salt").where(eq("userid", "u3")))) {
            assertThat(alone.toList())
                .allSatisfy(row -> assertThat(row.get("salt")).isEqualTo(salt("u3")))
                .hasSize(2);
          }
        });
  }

  @Test
  void itTakesTheColumnsItIsComputedFromAndNoMore() {
    onEachEngine(
        database -> {
          Plan plan = database.table("orders").plan(Query.select("salt").where(eq("total", 6)));
          assertThat(((QueryPlan) plan).neededColumns()).containsExactly("userid");
          assertThat(plan.index()).contains("by_total");
          assertThat(plan.explain().get(0))
              .isEqualTo(
                  "reads: index by_total (total, left(md5(userid), 4) AS salt | userid, orderid)");
        });
  }

  @Test
  void itIsNoColumnOfARow() {
    onEachEngine(
        database -> {
          Table table = database.table("orders");
          assertThat(table.get("u3", 3).orElseThrow().columns())
              .containsExactly("userid", "orderid", "status", "total");
          try (Rows rows = table.query(Query.all().withLimit(1))) {
            assertThat(rows.toList().get(0).columns()).doesNotContain("salt");
          }
          assertThat(table.definition().computedParts())
              .singleElement()
              .hasToString("salt is computed: char(4), left(md5(userid), 4)");
        });
  }

  @Test
  void aPartNameIsRefusedWhereAColumnIsExpected() {
    onEachEngine(
        database -> {
          Table table = database.table("orders");
          Map<String, Object> row = row("userid", "u", "orderid", 1, "salt", "abcd");
          refused(() -> table.insert(row), NO_COLUMN);
          refused(() -> table.put(row), NO_COLUMN);
          refused(
              () ->
                  table.update(List.of(eq("userid", "u3"), eq("orderid", 3)), row("salt", "abcd")),
              NO_COLUMN);
          refused(() -> table.delete(List.of(eq("salt", "abcd"))), NO_COLUMN);
          refused(() -> table.query(Query.all().where(eq("salt", "abcd"))), NO_COLUMN);
          refused(() -> table.query(Query.all().orderedBy(new OrderBy("salt", false))), NO_COLUMN);
          for (SelectItem item :
              List.of(
                  new SelectItem.Extreme(SelectItem.Function.MIN, "salt"),
                  new SelectItem.WriteTime("salt"),
                  new SelectItem.TimeToLive("salt"))) {
            refused(() -> table.query(Query.all().withItems(item)), NO_COLUMN);
          }
          assertThatThrownBy(() -> table.query(Query.select("spread")))
              .hasMessageStartingWith("cannot find column spread in table orders");
          assertThat(table.get("u", 1)).isEmpty();
        });
  }

  @Test
  void noColumnTakesOrLosesTheName() {
    onEachEngine(
        database -> {
          String stays =
              " of orders: salt is the name of the key part left(md5(userid), 4) AS salt of the"
                  + " primary key, and names of key parts cannot change; choose another name";
          ColumnDefinition added = ColumnDefinition.of("salt", Type.parse("text"));
          for (boolean ifNotExists : List.of(false, true)) {
            TableChange add = new TableChange.Add(List.of(added), List.of(), ifNotExists);
            refused(() -> database.alterTable("orders", add), "cannot add column salt" + stays);
            TableChange drop = new TableChange.Drop(List.of("salt"), ifNotExists);
            refused(() -> database.alterTable("orders", drop), "cannot drop column salt" + stays);
          }
          refused(() -> rename(database, "salt", "pepper"), "cannot rename column salt" + stays);
          refused(() -> rename(database, "status", "salt"), "cannot rename column status" + stays);
          refused(
              () -> rename(database, "status", "spread"),
              "cannot rename column status of orders: spread is the name of the key part bucket(4)"
                  + " AS spread of index by_status, and names of key parts cannot change; choose another name");
          rename(database, "userid", "uid");
          try (Rows rows =
              database.table("orders").query(Query.select("salt").where(eq("uid", "u3")))) {
            assertThat(rows.toList().get(0).get("salt")).isEqualTo(salt("u3"));
          }
        });
  }

  private static void rename(Database database, String from, String to) {
    database.alterTable("orders", new TableChange.Rename(Map.of(from, to)));
  }

  @Test
  void anIndexUsesANameForTheSameExpressionOnly() {
    onEachEngine(
        database -> {
          refusedIndex(
              database,
              "left(md5(status), 4) AS salt, status",
              "cannot create index other: found the key part left(md5(status), 4) AS salt, but a part of the primary key has the same name: left(md5(userid), 4); give the part of the index another name");
          refusedIndex(
              database,
              "salt, status",
              "cannot create index other: found salt in its key, the name of the key part left(md5(userid), 4) AS salt, expected a column; write the expression of that part instead");
          assertThatThrownBy(
                  () ->
                      database.createIndex(
                          "orders", IndexDefinition.of("other", "lower(status) AS total"), false))
              .hasMessage(
                  "cannot use lower(status) AS total: a column named total exists already; choose another name after AS");
          refused(
              () ->
                  database.createIndex(
                      "orders", IndexDefinition.of("other", "status").including("salt"), false),
              "cannot create index other: column salt is computed by the primary key; name "
                  + "the columns in INCLUDE from which this part is computed");
          TableDefinition nested =
              TableDefinition.of(
                  "nested",
                  ORDERS.columns(),
                  KeyPart.parseList("lower(userid) AS l, reverse(l), userid, orderid"));
          refused(
              () -> database.createTable(nested.withFamilies(ORDERS.families()), false),
              "cannot create table nested: found l in its key, the name of the key part lower(userid) AS l, expected a column; write the expression of that part instead");
        });
  }

  private static void refusedIndex(Database database, String parts, String message) {
    refused(
        () -> database.createIndex("orders", IndexDefinition.of("other", parts), false), message);
  }

  @Test
  void namesExistWhenTheDatabaseIsOpenedAgain() {
    onEachEngine(
        database -> {
          Database again = Database.over(database.known().engine(), Payments.CLOCK, 2);
          assertThat(again.table("orders").definition()).isEqualTo(ORDERS);
          checkSalts(again, Query.select("salt", "userid"), 40);
        });
  }

  @Test
  void aTextIndexIsCompletedByTheNamedPart() {
    TableDefinition table =
        TableDefinition.of(
            "t",
            List.of(
                ColumnDefinition.of("id", Type.parse("bigint")),
                ColumnDefinition.of("v", Type.parse("text")).asNotNull()),
            KeyPart.parseList("reverse(lpad(id, 9)) AS turned"));
    IndexDefinition index =
        new IndexDefinition("t_by_v", KeyPart.parseList("v"), KeyFormat.text("_"));
    assertThat(table.withIndexes(List.of(index)).indexSchema("t_by_v").parts())
        .hasToString("[v, reverse(lpad(id, 9)) AS turned]");
  }
}
