package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Parts that are computed and have a name. */
class NamedPartsTest {
  private static final String COLUMNS = "userid text, orderid bigint";
  private static final KeySchema ORDERS =
      KeySchema.parse(COLUMNS, "left(md5(userid), 4) AS salt, userid, orderid DESC");

  private static ComputedPart part(KeySchema schema, String name) {
    return Objects.requireNonNull(schema.computedParts().get(name), name);
  }

  @Test
  void aNameIsOfThePartAndNoColumn() {
    assertThat(ORDERS.computedParts().keySet()).containsExactly("salt");
    ComputedPart salt = part(ORDERS, "salt");
    assertThat(salt.index()).isZero();
    assertThat(salt.inputs()).containsExactly("userid");
    assertThat(salt.column()).hasToString("salt char(4)");
    assertThat(salt).hasToString("salt is computed: char(4), left(md5(userid), 4)");
    assertThat(salt.isNoColumn("t"))
        .isEqualTo(
            "cannot use salt as a column of t: found the name of a key part that is computed from userid as left(md5(userid), 4), expected a column; use userid instead (only the list after SELECT can name a computed part)");
    assertThat(Column.names(ORDERS.columns())).containsExactly("userid", "orderid");
    assertThat(ORDERS.keyColumns()).containsExactly("userid", "orderid");
    assertThat(ORDERS.parts().get(0).name()).isEqualTo("salt");
  }

  @Test
  void theBytesAreThoseOfTheKeyWithoutIt() {
    KeySchema unnamed = KeySchema.parse(COLUMNS, "left(md5(userid), 4), userid, orderid DESC");
    assertThat(ORDERS.rowKey("abc", 7L)).isEqualTo(unnamed.rowKey("abc", 7L));
    assertThat(ORDERS.columnValues(unnamed.rowKey("abc", 7L))).containsExactly("abc", 7L);
  }

  @Test
  void theValueOfOnePartTakesItsColumnsAlone() {
    assertThat(part(ORDERS, "salt").value("abc", null)).isEqualTo("9001");
    assertThat(part(ORDERS, "salt").value("abc", "no number")).isEqualTo("9001");
    KeySchema buckets = KeySchema.parse(COLUMNS, "bucket(8) AS b, userid, orderid");
    assertThat(part(buckets, "b").inputs()).containsExactly("userid", "orderid");
    assertThat(part(buckets, "b").value("abc", 7L)).isEqualTo(buckets.key("abc", 7L).part(0));
    KeySchema padded = KeySchema.parse(COLUMNS, "lpad(orderid, 2) AS p, userid");
    assertThatThrownBy(() -> part(padded, "p").value("abc", 100L))
        .hasMessageStartingWith("cannot encode p for orderid = 100: ");
    assertThatThrownBy(() -> part(padded, "p").value("abc"))
        .hasMessage("cannot make a key: found 1 values, expected 2 (userid, orderid)");
  }

  @Test
  void namesAreReadBackAsTheyAreWritten() {
    String parts =
        "bucket(4) AS b, left(md5(userid), 4) AS \"The salt\" DESC, lower(userid) AS l NULLS LAST,"
            + " userid, random(9) AS r";
    KeySchema schema = KeySchema.parse("userid text NULL", parts);
    assertThat(schema.parts()).isEqualTo(KeyPart.parseList(parts));
    assertThat(KeyPart.parseList(schema.parts().toString().replaceAll("^\\[|]$", "")))
        .isEqualTo(schema.parts());
    KeySchema read = KeySchema.parseDescriptor(schema.descriptor());
    assertThat(read.parts()).isEqualTo(schema.parts());
    assertThat(read.computedParts().keySet()).containsExactly("b", "The salt", "l");
    assertThat(read.randomColumns()).isEqualTo(Map.of("r", 9));
  }

  @Test
  void aNameStaysWhenColumnsAreRenamed() {
    KeyPart part = KeyPart.parseList("left(md5(a), 4) AS salt DESC").get(0);
    assertThat(part.withColumnNames(Map.of("a", "b", "salt", "c")))
        .hasToString("left(md5(b), 4) AS salt DESC");
  }

  @Test
  void whatIsWrongInAKeyIsSaidByTheName() {
    byte[] rowKey = ORDERS.rowKey("abc", 7L);
    rowKey[0] = '8';
    assertThatThrownBy(() -> ORDERS.decode(rowKey)).hasMessageContaining("salt");
    assertThat(ORDERS.annotate(ORDERS.rowKey("abc", 7L)).get(0).name()).isEqualTo("salt");
  }

  @Test
  void oneNameForTwoIsRefused() {
    assertRefused(
        "left(md5(userid), 4) AS orderid, userid",
        "cannot use left(md5(userid), 4) AS orderid: a column named orderid exists already; choose another name after AS");
    assertRefused(
        "left(md5(userid), 4) AS s, right(md5(userid), 4) AS s, userid",
        "cannot use right(md5(userid), 4) AS s: a part named s exists already; choose another name after AS");
    assertRefused(
        "left(md5(userid), 4) AS r, userid, random(4) AS r",
        "cannot use left(md5(userid), 4) AS r: a column named r exists already; choose another name after AS");
    assertRefused(
        "userid AS u",
        "cannot read \"userid AS u\" at character 11: a key part that is a column cannot have a second name; leave AS and the name out");
    KeyPart named = new KeyPart(KeyExpression.column("userid"), false, KeyPart.Nulls.DEFAULT, "u");
    assertThatThrownBy(
            () -> KeySchema.of(Column.parseList(COLUMNS), List.of(named), KeyFormat.kw1()))
        .hasMessage(
            "cannot use userid AS u: a key part that is a column cannot have a second name; leave AS and the name out");
  }

  private static void assertRefused(String key, String message) {
    assertThatThrownBy(() -> KeySchema.parse(COLUMNS, key))
        .isInstanceOf(KeyException.class)
        .hasMessage(message);
  }
}
