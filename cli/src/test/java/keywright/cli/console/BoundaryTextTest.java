package keywright.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.UUID;
import keywright.key.KeyFormat;
import keywright.key.KeySchema;
import org.junit.jupiter.api.Test;

class BoundaryTextTest {
  private static final String COLUMNS =
      "id bigint, name text, at timestamp(s), note text NULL, u uuid, n int";

  private static String text(String key, String hex) {
    return BoundaryText.of(KeySchema.parse(COLUMNS, key), HexFormat.of().parseHex(hex));
  }

  @Test
  void theAvailablePartsOfAKeyAreShown() {
    assertThat(text("id", "")).isEmpty();
    assertThat(text("id", "8000000000000007")).isEqualTo("(7)");
    assertThat(text("bucket(8, id), id", "03")).isEqualTo("(3)");
    assertThat(text("bucket(8, id), at, id", "03" + "8000000000000000"))
        .isEqualTo("(3, 1970-01-01T00:00:00Z)");
    assertThat(text("name, id", "6d6f")).isEqualTo("(mo…)");
    assertThat(text("md5(id), id", "38")).isEqualTo("(8…)");
    assertThat(text("reverse(lpad(id, 9))", "35")).isEqualTo("(5…)");
  }

  @Test
  void aCutValueOfOneLengthIsTheLeastThatBeginsSo() {
    assertThat(text("u", "40")).isEqualTo("(40000000-0000-0000-0000-000000000000)");
    assertThat(text("bucket(8, id), n", "0280")).isEqualTo("(2, 0)");
    assertThat(text("bucket(8, id), n", "028001")).isEqualTo("(2, 65536)");
  }

  @Test
  void whatCannotBeReadIsInHex() {
    assertThat(text("name DESC, id", "93")).isEqualTo("93");
    assertThat(text("bucket(8, id), note, id", "03" + "20ff")).isEqualTo("(3) and 20ff");
    assertThat(text("name, id", "ff")).isEqualTo("ff");
    assertThat(text("name, id", "610a")).isEqualTo("610a");
  }

  @Test
  void aTextKeyIsShownAsItStands() {
    KeySchema schema = KeySchema.parse(COLUMNS, "lpad(id, 4), name", KeyFormat.text("_"));
    assertThat(BoundaryText.of(schema, "0012_a".getBytes(StandardCharsets.UTF_8)))
        .isEqualTo("(12, a)");
    assertThat(BoundaryText.of(schema, "00".getBytes(StandardCharsets.UTF_8))).isEqualTo("00…");
    KeySchema foreign = KeySchema.parse(COLUMNS, "id, n", KeyFormat.of("hbase"));
    assertThat(BoundaryText.of(foreign, new byte[] {0, 1})).isEqualTo("0001");
  }

  @Test
  void everyBeginningOfEveryKeyIsShown() {
    for (String key :
        new String[] {"id, name", "name, id DESC", "bucket(4, id), at, name", "note, id", "u, n"}) {
      KeySchema schema = KeySchema.parse(COLUMNS, key);
      byte[] rowKey = schema.rowKey(77L, "n\0ame", 5L, "x", new UUID(5, 7), -3);
      for (int length = 1; length <= rowKey.length; length++) {
        assertThat(BoundaryText.of(schema, Arrays.copyOf(rowKey, length)))
            .as(key + " " + length)
            .isNotEmpty();
      }
      assertThat(BoundaryText.of(schema, rowKey)).isEqualTo(schema.readable(schema.decode(rowKey)));
    }
  }
}
