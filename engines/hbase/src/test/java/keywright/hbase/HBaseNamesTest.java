package keywright.hbase;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import keywright.store.StoreException;
import keywright.testkit.Seeds;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HBaseNamesTest {

  @ParameterizedTest
  @CsvSource({
    "customer_order, customer_order",
    "customer_order.payments_by_date, customer_order.payments_by_date",
    "keywright.catalog, keywright.catalog",
    "shop.by day, shop.by-20day",
    "a-b, a-2db",
    "_x, _-5fx",
    ".x, _-2ex",
    "-x, _-2dx",
    "zookeeper, _-7aookeeper",
    "zookeepers, zookeepers",
    "größe, gr-c3-b6-c3-9fe",
    "'a/b:c', a-2fb-3ac"
  })
  void namesAreWrittenAs(String name, String written) {
    assertThat(HBaseNames.encode(name)).isEqualTo(written);
    assertThat(HBaseNames.decode(written)).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "a-", "a-2", "a-2D", "a-zz", "_x", "_-61", "-2d", "a-61", ".a", "a b"})
  void whatIsNoWrittenNameIsKnownAsSuch(String text) {
    assertThat(HBaseNames.decode(text)).isNull();
  }

  @Test
  @Tag("large")
  void everyNameIsLegalAndComesBackAndIsWrittenLikeNoOther() {
    SplittableRandom random = new SplittableRandom(Seeds.base());
    String[] pieces = {
      "a", "z", "_", "-", ".", " ", "2d", "ü", "🔥", "/", ":", "zookeeper", "\0", "%"
    };
    Map<String, String> names = new HashMap<>();
    for (int trial = 0; trial < 20_000; trial++) {
      StringBuilder name = new StringBuilder();
      for (int left = 1 + random.nextInt(5); left > 0; left--) {
        name.append(pieces[random.nextInt(pieces.length)]);
      }
      String written = HBaseNames.encode(name.toString());
      assertThat(HBaseNames.decode(written)).isEqualTo(name.toString());
      assertThat(names.putIfAbsent(written, name.toString())).isIn(null, name.toString());
      TableName.isLegalFullyQualifiedTableName(("ns:" + written).getBytes(UTF_8));
      assertThat(TableName.valueOf("ns", written).getQualifierAsString()).isEqualTo(written);
      ColumnFamilyDescriptorBuilder.isLegalColumnFamilyName(written.getBytes(UTF_8));
    }
  }

  @Test
  void aNameThatIsTooLongIsRefused() {
    assertThat(HBaseNames.encode("n".repeat(200))).hasSize(200);
    for (String name : List.of("n".repeat(201), "ü".repeat(34))) {
      assertThatThrownBy(() -> HBaseNames.encode(name))
          .isInstanceOf(StoreException.class)
          .hasMessageContainingAll("cannot store", "expected at most 200", "shorter");
    }
  }
}
