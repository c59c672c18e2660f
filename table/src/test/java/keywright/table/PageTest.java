package keywright.table;

import static keywright.table.Payments.eq;
import static keywright.table.Payments.ge;
import static keywright.table.Payments.lt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import keywright.key.Condition;
import keywright.key.KeyPart;
import keywright.store.MemoryEngine;
import keywright.store.stop.Cancellation;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.Grouping;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Limits;
import keywright.table.model.OrderBy;
import keywright.table.model.Plan;
import keywright.table.model.Query;
import keywright.table.model.SelectItem;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import keywright.table.query.PageToken;
import keywright.table.query.Planner;
import keywright.table.query.QueryPlan;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PageTest {
  private static final OrderBy[] LATEST = {OrderBy.desc("paid_at")};

  private final Database database = Payments.open(new MemoryEngine());
  private final Table payments = database.table("payment");

  @AfterEach
  void close() {
    database.close();
  }

  /** Sixty payments of three customers, ten at each time. */
  @BeforeEach
  void insert() {
    for (int i = 0; i < 60; i++) {
      payments.insert(Payments.payment(i, i % 3, "2017-01-0" + (1 + i / 10), (i * 7 % 60) + ".00"));
    }
  }

  private List<Object> ids(Query query, int size) {
    List<Object> ids = new ArrayList<>();
    Page page = payments.firstPage(query, size);
    while (true) {
      page.rows().forEach(row -> ids.add(row.get("payment_id")));
      assertThat(ids).as("pages that come again and again").hasSizeLessThan(100);
      if (page.nextPage().isEmpty()) {
        return ids;
      }
      assertThat(page.rows()).hasSize(size);
      page = payments.nextPage(query, size, page.nextPage().get());
    }
  }

  /** The first column of all pages. */
  private static List<Object> firstColumn(Table table, Query query, int size) {
    List<Object> found = new ArrayList<>();
    Optional<String> token = Optional.empty();
    for (int i = 0; i == 0 || token.isPresent(); i++) {
      Page page =
          token.isEmpty() ? table.firstPage(query, size) : table.nextPage(query, size, token.get());
      page.rows().forEach(row -> found.add(row.get(0)));
      assertThat(found).hasSizeLessThan(100);
      token = page.nextPage();
    }
    return found;
  }

  private List<Object> ids(Query query) {
    return payments.query(query).toList().stream().map(row -> row.get("payment_id")).toList();
  }

  private void assertSamePages(Query query) {
    List<Object> whole = ids(query.withLimit(1_000));
    assertThat(whole).doesNotHaveDuplicates();
    for (int size : new int[] {1, 2, 3, 7, 19, 20, 21, 59, 60, 61}) {
      assertThat(ids(query, size)).as("%s by %d", query, size).isEqualTo(whole);
    }
  }

  @Test
  void pagesGiveEachRowOnceInTheOrderOfTheQuery() {
    assertSamePages(Query.all());
    assertSamePages(Query.all().where(eq("customer_id", 1)));
    assertSamePages(Query.all().where(eq("customer_id", 1)).orderedBy(LATEST));
    assertSamePages(Query.all().where(eq("customer_id", 1)).orderedBy(OrderBy.asc("paid_at")));
    assertSamePages(Query.all().where(new Condition.In("payment_id", List.of(50, 3, 9, 9, 40))));
  }

  @Test
  void tiesOfMergedRangesAreNeitherLostNorRepeated() {
    Query byDate = Query.all().where(ge("paid_at", "2017-01-02"));
    assertThat(payments.plan(byDate.orderedBy(LATEST)).order())
        .isEqualTo(Plan.Order.MERGED_REVERSED);
    assertSamePages(byDate.orderedBy(LATEST));
    assertSamePages(byDate.orderedBy(OrderBy.asc("paid_at")));
    assertSamePages(
        Query.all().where(new Condition.In("customer_id", List.of(2, 0))).orderedBy(LATEST));
  }

  @Test
  void pagesOfASortInMemoryResumeAfterTheLastRow() {
    Query sorted = Query.all().where(eq("customer_id", 1)).orderedBy(OrderBy.asc("note"));
    assertThat(payments.plan(sorted.withLimit(1)).order()).isEqualTo(Plan.Order.SORTED);
    assertSamePages(sorted);
    assertSamePages(Query.all().orderedBy(OrderBy.desc("amount")));
  }

  @Test
  void aLimitHoldsForAllPagesTogether() {
    Query query = Query.all().where(eq("customer_id", 1)).orderedBy(LATEST).withLimit(7);
    for (int size : new int[] {1, 3, 6, 7, 8}) {
      assertThat(ids(query, size)).isEqualTo(ids(query));
    }
    assertThat(payments.firstPage(query, 7).nextPage()).isEmpty();
  }

  @Test
  void aPageReadsNoMoreThanItsRowsAndOneForEachRange() {
    Query query = Query.select("payment_id", "paid_at").where(ge("paid_at", "2017-01-01"));
    for (OrderBy order : new OrderBy[] {OrderBy.asc("paid_at"), OrderBy.desc("paid_at")}) {
      QueryPlan plan =
          Planner.planPages(
              database.known().require("payment"), query.orderedBy(order), name -> false);
      PageToken token = PageToken.start(plan);
      for (int page = 0; page < 6; page++) {
        try (Rows rows =
            new Rows(
                plan,
                database.known().snapshot(),
                token.place(),
                Page.wanted(token, 10),
                Cancellation.NONE)) {
          Page found = Page.read(rows, token, 10, Long.MAX_VALUE);
          assertThat(rows.entriesRead()).isLessThanOrEqualTo(10 + 1 + 8);
          if (found.nextPage().isPresent()) {
            token = PageToken.read(found.nextPage().get(), plan);
          }
        }
      }
    }
  }

  @Test
  void aPageEndsAfterTheRowThatExceedsItsBytes() {
    for (int i = 40; i < 60; i++) {
      payments.update(List.of(eq("payment_id", i)), Map.of("note", "x".repeat(10_000)));
    }
    Query query = Query.select("payment_id", "note").orderedBy(OrderBy.asc("payment_id"));
    for (Query asked : List.of(query, query.where(ge("customer_id", 0)).allowingFiltering())) {
      Page page = payments.firstPage(asked, 1_000, 25_000);
      assertThat(page.rows()).as("40 small rows, and 3 large ones").hasSize(43);
      List<Object> ids = new ArrayList<>();
      page.rows().forEach(row -> ids.add(row.get("payment_id")));
      while (page.nextPage().isPresent()) {
        page = payments.nextPage(asked, 1_000, 25_000, page.nextPage().get());
        assertThat(page.rows()).hasSizeBetween(1, 3);
        page.rows().forEach(row -> ids.add(row.get("payment_id")));
      }
      assertThat(ids).isEqualTo(ids(asked.withLimit(1_000)));
    }
    Query notes =
        Query.select("note").where(ge("customer_id", 0)).grouped(Grouping.by("customer_id"));
    assertThat(payments.firstPage(query, 1_000, 1).rows()).as("never none").hasSize(1);
    Page groups = payments.firstPage(notes.withItems(largest()), 10, 9_000);
    assertThat(groups.rows()).hasSize(1);
    assertThat(payments.nextPage(notes.withItems(largest()), 10, groups.nextPage().get()).rows())
        .hasSize(2);
  }

  private static SelectItem[] largest() {
    return new SelectItem[] {new SelectItem.Extreme(SelectItem.Function.MAX, "note")};
  }

  @Test
  void anAggregateIsOnePage() {
    Page page = payments.firstPage(Query.all().withItems(new SelectItem.Count()), 1);
    assertThat(page.rows()).extracting(row -> row.get(0)).containsExactly(60L);
    assertThat(page.nextPage()).isEmpty();
  }

  private static Query aCustomer() {
    return Query.all().where(eq("customer_id", 1)).orderedBy(LATEST);
  }

  private String token() {
    return payments.firstPage(aCustomer(), 5).nextPage().orElseThrow();
  }

  @Test
  void whatIsNoTokenIsRefused() {
    String token = token();
    for (String wrong : List.of("", "x", "no token at all", token + "=", token + "é")) {
      assertThatThrownBy(() -> payments.nextPage(aCustomer(), 5, wrong))
          .isInstanceOf(TableException.class)
          .hasMessageStartingWith("cannot read page token '")
          .hasMessageEndingWith("; pass the whole token that the previous page returned");
    }
    assertThatThrownBy(() -> payments.nextPage(aCustomer(), 5, "AQIDBA"))
        .hasMessage(
            "cannot read page token 'AQIDBA': the token is too short; pass the whole token that the previous page returned");
    assertThatThrownBy(() -> payments.firstPage(aCustomer(), 0))
        .hasMessage("cannot read a page of 0 rows: expected 1 or more");
  }

  @Test
  void everyCutOrAlteredTokenIsRefused() {
    String token = token();
    for (int length = 0; length < token.length(); length++) {
      String cut = token.substring(0, length);
      assertThatThrownBy(() -> payments.nextPage(aCustomer(), 5, cut))
          .isInstanceOf(TableException.class)
          .hasMessageStartingWith("cannot read page token");
    }
    for (int i = 0; i < token.length(); i++) {
      for (char other : new char[] {'A', 'B', '_', 'z', '9'}) {
        if (token.charAt(i) != other) {
          String altered = token.substring(0, i) + other + token.substring(i + 1);
          assertThatThrownBy(() -> payments.nextPage(aCustomer(), 5, altered))
              .isInstanceOf(TableException.class)
              .hasMessageStartingWith("cannot read page token");
        }
      }
    }
  }

  @Test
  void aTokenOfAnotherVersionIsRefused() {
    byte[] bytes = Base64.getUrlDecoder().decode(token());
    bytes[0] = 2;
    java.util.zip.CRC32C checksum = new java.util.zip.CRC32C();
    checksum.update(bytes, 0, bytes.length - 4);
    java.nio.ByteBuffer.wrap(bytes).putInt(bytes.length - 4, (int) checksum.getValue());
    String newer = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    assertThatThrownBy(() -> payments.nextPage(aCustomer(), 5, newer))
        .hasMessageContaining("': found version 2, expected 1; pass the whole token");
  }

  @Test
  void aTokenOfAnotherQueryIsRefused() {
    String token = token();
    List<Query> others =
        List.of(
            Query.all().where(eq("customer_id", 2)).orderedBy(LATEST),
            Query.all().where(eq("customer_id", 1)).orderedBy(OrderBy.asc("paid_at")),
            Query.select("payment_id").where(eq("customer_id", 1)).orderedBy(LATEST),
            aCustomer().withLimit(9));
    for (Query other : others) {
      assertThatThrownBy(() -> payments.nextPage(other, 5, token))
          .isInstanceOf(TableException.class)
          .hasMessage(
              "cannot resume at page token '%s…': the token belongs to another query; repeat the query that returned it, or start without a token"
                  .formatted(token.substring(0, 16)));
    }
    assertThat(
            payments
                .nextPage(aCustomer().withLimits(Limits.DEFAULT.withFanOut(9)), 3, token)
                .rows())
        .as("neither the limits on cost nor the size belong to the query")
        .hasSize(3);
  }

  @Test
  void aTokenResumesByAnotherKeyOnlyInTheSameOrder() {
    String token = token();
    List<Object> rest = new ArrayList<>();
    payments.nextPage(aCustomer(), 60, token).rows().forEach(r -> rest.add(r.get("payment_id")));
    database.dropIndex("payments_by_customer", false);
    database.createIndex(
        "payment",
        IndexDefinition.of("other_name", "customer_id, paid_at DESC, payment_id"),
        false);
    assertThat(payments.nextPage(aCustomer(), 60, token).rows())
        .as("the same key under another name")
        .extracting(row -> row.get("payment_id"))
        .isEqualTo(rest);
    database.dropIndex("other_name", false);
    database.createIndex("payment", IndexDefinition.of("other_key", "customer_id, paid_at"), false);
    assertThatThrownBy(() -> payments.nextPage(aCustomer(), 60, token))
        .hasMessage(
            "cannot resume at page token '%s…': the rows of payment are now read by index other_key, in another order than before; start without a token (a token of an ORDER BY that ends with the primary key is valid for every key)"
                .formatted(token.substring(0, 16)));
  }

  @Test
  void aTotalOrderResumesByAnyKey() {
    Query query =
        Query.all()
            .where(eq("customer_id", 1))
            .orderedBy(OrderBy.desc("paid_at"), OrderBy.asc("payment_id"));
    List<Object> whole = ids(query);
    List<String> indexes =
        List.of(
            "customer_id, paid_at DESC, payment_id",
            "customer_id, paid_at, payment_id DESC",
            "bucket(4, payment_id), customer_id, paid_at DESC, payment_id",
            "customer_id, amount",
            "bucket(4, paid_at), customer_id, paid_at DESC, payment_id");
    database.dropIndex("payments_by_customer", false);
    List<Object> found = new ArrayList<>();
    Optional<String> token = Optional.empty();
    for (int i = 0; i == 0 || token.isPresent(); i++) {
      String key = indexes.get(i % indexes.size());
      database.createIndex("payment", IndexDefinition.of("i", key), false);
      Page page =
          token.isEmpty() ? payments.firstPage(query, 3) : payments.nextPage(query, 3, token.get());
      page.rows().forEach(row -> found.add(row.get("payment_id")));
      token = page.nextPage();
      database.dropIndex("i", false);
    }
    assertThat(found).isEqualTo(whole);
  }

  @Test
  void rowsThatChangeMeanwhileAreSeenWhereTheyAre() {
    Query query = Query.select("payment_id").where(ge("payment_id", 10));
    String token = payments.firstPage(query, 10).nextPage().orElseThrow();
    payments.delete(List.of(eq("payment_id", 19)));
    payments.delete(List.of(eq("payment_id", 20)));
    payments.delete(List.of(eq("payment_id", 30)));
    payments.insert(Payments.payment(70, 1, "2017-01-01", "1.00"));
    payments.insert(Payments.payment(5, 1, "2017-01-01", "1.00"));
    List<Object> rest = new ArrayList<>();
    payments.nextPage(query, 100, token).rows().forEach(row -> rest.add(row.get(0)));
    assertThat(rest)
        .startsWith(21L, 22L)
        .doesNotContain(30L, 5L, 19L)
        .endsWith(59L, 70L)
        .hasSize(39);
  }

  @Test
  void placesWithNullsAndTextKeysAreFound() {
    database.createTable(
        TableDefinition.of(
                "t",
                Payments.columns("id int, a int NULL, b text NULL, note text", "d"),
                KeyPart.parseList("id"))
            .withFamilies(List.of(FamilyDefinition.of("d"), FamilyDefinition.of("n")))
            .withIndexes(List.of(IndexDefinition.of("t_by", "bucket(3, id), a DESC, b"))),
        false);
    Table table = database.table("t");
    for (int i = 0; i < 40; i++) {
      table.insert(
          Payments.row(
              "id",
              i,
              "a",
              i % 3 == 0 ? null : i % 5,
              "b",
              i % 4 == 0 ? null : "b" + i % 2,
              "note",
              "x"));
    }
    for (boolean descending : new boolean[] {false, true}) {
      Query query =
          Query.select("id", "note")
              .orderedBy(new OrderBy("a", descending), new OrderBy("b", !descending));
      assertThat(table.plan(query).order().toString()).startsWith("merged");
      List<Object> whole = table.query(query).toList().stream().map(r -> r.get(0)).toList();
      assertThat(firstColumn(table, query, 4)).isEqualTo(whole).hasSize(40);
    }
  }

  /**
   * One range has all rows, so the key gives their order although ORDER BY names a column before
   * the last one of the key.
   */
  @Test
  void aColumnThatIsNotInTheKeyIsNoPartOfThePosition() {
    database.createTable(
        TableDefinition.of(
                "t",
                Payments.columns("day int, id int, kind int, note text", "d"),
                KeyPart.parseList("day, id"))
            .withFamilies(List.of(FamilyDefinition.of("d"), FamilyDefinition.of("n"))),
        false);
    Table table = database.table("t");
    for (int i = 0; i < 10; i++) {
      table.insert(Payments.row("day", 1, "id", i, "kind", 7, "note", "n" + i));
    }
    for (boolean descending : new boolean[] {false, true}) {
      Query query =
          Query.select("id")
              .where(new Condition.In("day", List.of(1, 2)))
              .where(lt("day", 2))
              .where(eq("kind", 7))
              .orderedBy(OrderBy.desc("id"), new OrderBy("note", descending), OrderBy.asc("day"));
      assertThat(table.plan(query).order()).isEqualTo(Plan.Order.KEY_REVERSED);
      for (int size = 1; size <= 11; size++) {
        assertThat(firstColumn(table, query, size)).containsExactly(9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
      }
      String token = table.firstPage(query, 3).nextPage().orElseThrow();
      // The position stays where it is in the order of the key.
      table.put(Payments.row("day", 1, "id", 7, "kind", 7, "note", descending ? "a" : "z"));
      assertThat(table.nextPage(query, 1, token).rows().get(0).get(0)).isEqualTo(6);
      database.createIndex("t", IndexDefinition.of("by_kind", "kind, day, id"), false);
      assertThat(table.plan(query.withLimit(3)).index()).contains("by_kind");
      assertThatThrownBy(() -> table.nextPage(query, 3, token))
          .hasMessageContaining("in another order than before");
      database.dropIndex("by_kind", false);
    }
  }

  /** Within a year, a key sorts by days without the year, from which no day can be decoded. */
  @Test
  void pagesAreReadInTheOrderOfAColumnThatCannotBeDecodedFromTheKey() {
    database.createTable(
        TableDefinition.of("t", Payments.columns("id int, day date", "d"), KeyPart.parseList("id"))
            .withIndexes(List.of(IndexDefinition.of("by_day", "date_format(day, 'MMdd')"))),
        false);
    Table table = database.table("t");
    for (int i = 0; i < 24; i++) {
      table.insert(Payments.row("id", i, "day", "2017-%02d-03".formatted(12 - i / 2)));
    }
    Query year = Query.all().where(ge("day", "2017-01-01")).where(lt("day", "2018-01-01"));
    for (Query query :
        List.of(
            year.orderedBy(OrderBy.asc("day"), OrderBy.asc("id")),
            year.orderedBy(OrderBy.desc("day"), OrderBy.desc("id")),
            year.orderedBy(OrderBy.asc("day")),
            Query.select("day")
                .where(year.conditions())
                .grouped(new Grouping(List.of("day"), 0)))) {
      Plan plan = Planner.planPages(database.known().require("t"), query, name -> false);
      assertThat(plan.index()).contains("by_day");
      assertThat(plan.order().toString()).startsWith("key order");
      List<Object> whole = table.query(query).toList().stream().map(row -> row.get(0)).toList();
      assertThat(whole).hasSize(query.grouping().hasGroups() ? 12 : 24);
      for (int size : new int[] {1, 2, 3, 5, 11, 12, 24}) {
        assertThat(firstColumn(table, query, size)).as("%s by %d", query, size).isEqualTo(whole);
      }
    }
  }
}
