package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import keywright.key.KeyPart;
import keywright.key.Variant;
import keywright.table.model.Query;
import keywright.table.model.Row;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import org.junit.jupiter.api.Test;

class RowAccessTest {

  @Test
  void everyTypeHasItsAccessorByNameAndByIndex() {
    try (Database database = Database.open("memory:")) {
      database.createTable(
          TableDefinition.of(
              "every",
              Payments.columns(
                  "b boolean, t tinyint, i int, l bigint, u bigint unsigned, v varint, f float, d double, n decimal(6,2), s text, x blob, uu uuid, ts timestamp, da date, ti time, li list<int>, va variant",
                  "d"),
              KeyPart.parseList("l")),
          false);
      UUID uuid = new UUID(1, 2);
      Table table = database.table("every");
      table.insert(
          Payments.row(
              "b",
              true,
              "t",
              1,
              "i",
              2,
              "l",
              3,
              "u",
              new BigInteger("18446744073709551615"),
              "v",
              5,
              "f",
              1.5f,
              "d",
              2.5,
              "n",
              3,
              "s",
              "text",
              "x",
              new byte[] {1},
              "uu",
              uuid,
              "ts",
              Instant.EPOCH,
              "da",
              LocalDate.EPOCH,
              "ti",
              LocalTime.NOON,
              "li",
              List.of(1, 2),
              "va",
              Variant.of("a")));
      Row row = table.get(3).orElseThrow();
      int at = row.columns().indexOf("t");
      assertThat(row.getBoolean("b")).isTrue();
      assertThat(row.getInt("t")).isEqualTo(1);
      assertThat(row.getInt(at)).isEqualTo(1);
      assertThat(row.getInt("i")).isEqualTo(2);
      assertThat(row.getLong("l")).isEqualTo(3);
      assertThat(row.getInt("l")).isEqualTo(3);
      assertThat(row.getBigInteger("u")).isEqualTo("18446744073709551615");
      assertThat(row.getBigInteger("t")).isEqualTo("1");
      assertThat(row.getLong("v")).isEqualTo(5);
      assertThat(row.getFloat("f")).isEqualTo(1.5f);
      assertThat(row.getDouble("f")).isEqualTo(1.5);
      assertThat(row.getDouble("d")).isEqualTo(2.5);
      assertThat(row.getBigDecimal("n")).isEqualTo(new BigDecimal("3.00"));
      assertThat(row.getString("s")).isEqualTo("text");
      assertThat(row.getBytes("x")).containsExactly(1);
      assertThat(row.getUuid("uu")).isEqualTo(uuid);
      assertThat(row.getInstant("ts")).isEqualTo(Instant.EPOCH);
      assertThat(row.getLocalDate("da")).isEqualTo(LocalDate.EPOCH);
      assertThat(row.getLocalTime("ti")).isEqualTo(LocalTime.NOON);
      assertThat(row.getList("li")).isEqualTo(List.of(1, 2));
      assertThat(row.getVariant("va")).isEqualTo(Variant.of("a"));
      for (int index = 0; index < row.size(); index++) {
        assertThat(row.get(index)).isEqualTo(row.get(row.columns().get(index)));
        assertThat(row.isNull(index)).isFalse();
      }
      assertThatThrownBy(() -> row.getLong("u"))
          .hasMessage(
              "cannot read column \"u\" as long: found BigInteger 18446744073709551615; use getBigInteger");
      assertThatThrownBy(() -> row.getFloat("d"))
          .hasMessage(
              "cannot read column \"d\" as Float: found Double 2.5; use get, or the accessor for this type");
      assertThatThrownBy(() -> row.getString("nope"))
          .isInstanceOf(TableException.class)
          .hasMessageStartingWith("cannot read column \"nope\": expected one of b, t, i, l");
      assertThatThrownBy(() -> row.getString(17))
          .isInstanceOf(TableException.class)
          .hasMessageStartingWith(
              "cannot read column 17: expected an index from 0 to 16, for the columns b, t");
    }
  }

  record Key(Long id) {}

  @Test
  void aStreamOfRowsClosesThem() {
    try (Database database = Database.open("memory:")) {
      database.createTable(
          TableDefinition.of("t", Payments.columns("id bigint", "d"), KeyPart.parseList("id")),
          false);
      Table table = database.table("t");
      for (int i = 0; i < 5; i++) {
        table.insert(Payments.row("id", i));
      }
      Rows rows = table.query(Query.all());
      try (Stream<Row> stream = rows.stream()) {
        assertThat(stream.limit(2).map(row -> row.getLong(0))).containsExactly(0L, 1L);
      }
      assertThatThrownBy(rows::next)
          .hasMessage(
              "cannot read the next row: found the rows closed, expected them open; query again");
      try (Rows all = table.query(Query.all())) {
        assertThat(all.stream()).hasSize(5);
        assertThat(all.next()).isNull();
      }
      try (Stream<Key> keys = table.query(Query.all()).stream(Key.class)) {
        assertThat(keys).hasSize(5).contains(new Key(4L));
      }
      Rows open = table.query(Query.all());
      database.close();
      assertThatThrownBy(open::next).hasMessageContaining("closed");
      assertThatThrownBy(() -> table.get(1))
          .hasMessage("cannot use the database: it is closed; open it again with Database.open");
    }
  }
}
