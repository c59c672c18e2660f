package keywright.table;

import static keywright.table.Payments.eq;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import keywright.server.hbase.HBaseServer;
import keywright.store.Engines;
import keywright.table.model.IndexDefinition;
import org.junit.jupiter.api.Test;

/** Unique indexes of {@link UniqueIndexTest} in HBase. */
class UniqueIndexOnHBaseTest {
  @Test
  void keysAreUniqueWithManyProcessesOnHBase() throws Exception {
    String url = HBaseServer.shared().url("unique") + "?alone=true";
    try (Database first = Payments.open(Engines.open(url))) {
      first.createIndex("payment", UniqueIndexTest.BY_NOTE, false);
      try (Database second = Database.over(Engines.open(url), Payments.CLOCK, 2)) {
        Table one = first.table("payment");
        Table other = second.table("payment");
        one.insert(UniqueIndexTest.note(100, 1, "a"));
        assertThatThrownBy(() -> other.insert(UniqueIndexTest.note(200, 1, "A")))
            .hasMessageContaining("has the same key (1, a) of unique index payments_by_note");
        one.delete(List.of(eq("payment_id", 100)));
        other.insert(UniqueIndexTest.note(200, 1, "A"));
        UniqueIndexTest.writeAtOnce(List.of(one, other, one, other), 60);
        UniqueIndexTest.requireUnique(first);
        // An index of rows that exist, and of rows of which two have one key.
        first.dropIndex(UniqueIndexTest.INDEX, false);
        assertThat(first.createIndex("payment", UniqueIndexTest.BY_NOTE, false)).isTrue();
        UniqueIndexTest.requireUnique(first);
        assertThatThrownBy(
                () ->
                    first.createIndex(
                        "payment", IndexDefinition.of("u", "customer_id").asUnique(), false))
            .hasMessageStartingWith("cannot create unique index u: rows (")
            .hasMessageEndingWith(
                ") of payment have the same key (1); change or delete one of them");
      }
    }
  }
}
