package keywright.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import keywright.store.StoreException;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HBaseLocationTest {
  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "'zk1:2182/shop', 'hbase:zk1:2182/shop'",
    "'zk1/shop', 'hbase:zk1:2181/shop'",
    "'zk1', 'hbase:zk1:2181/default'",
    "'a,b,c:2182/shop', 'hbase:a:2182,b:2182,c:2182/shop'",
    "'a:1,b:2,c/shop', 'hbase:a:1,b:2,c:2181/shop'",
    "'/shop', 'hbase:/shop'",
    "'zk1/shop?timeout_seconds=5', 'hbase:zk1:2181/shop'"
  })
  void aLocationIsReadAs(String location, String read) {
    assertThat(HBaseLocation.parse(location)).hasToString(read);
  }

  @Test
  void optionsAreRead() {
    HBaseLocation location =
        HBaseLocation.parse("zk/s?timeout_seconds=7&connect_timeout_seconds=3&config=/etc/a b.xml");
    assertThat(location.timeoutSeconds()).isEqualTo(7);
    assertThat(location.connectTimeoutSeconds()).isEqualTo(3);
    assertThat(location.configuration()).isEqualTo(Path.of("/etc/a b.xml"));
    assertThat(location.alone()).isFalse();
    assertThat(HBaseLocation.parse("zk/s?read_only=true").readOnly()).isTrue();
    assertThat(HBaseLocation.parse("zk/s?alone=true").readOnly()).isFalse();
    assertThat(HBaseLocation.parse("zk/s?alone=true&timeout_seconds=7"))
        .matches(read -> read.alone() && read.timeoutSeconds() == 7);
    assertThat(HBaseLocation.parse("zk/s").quorum()).isEqualTo(List.of("zk:2181"));
    assertThat(HBaseLocation.parse("zk/s").connectTimeoutSeconds()).isEqualTo(15);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|no host",
        "zk/|namespace ''",
        "zk/a/b|namespace 'a/b'",
        "zk/a-b|namespace 'a-b'",
        "zk/hbase|HBase's own namespace",
        "zk:70000/a|port 70000",
        "zk:x/a|host 'zk:x'",
        "a,,b/s|host ''",
        "zk/a?retries=1|option 'retries=1'",
        "zk/a?timeout_seconds=0|option 'timeout_seconds=0'",
        "zk/a?timeout_seconds=|option 'timeout_seconds='"
      })
  void whatIsNoLocationIsRefused(String location, String found) {
    assertThatThrownBy(() -> HBaseLocation.parse(location))
        .isInstanceOf(StoreException.class)
        .hasMessageStartingWith("cannot open hbase:" + location + ": found " + found)
        .hasMessageContaining("expected ")
        .hasMessageNotContaining("\n");
  }

  private static String site(String name, String value) {
    return "<configuration><property><name>"
        + name
        + "</name><value>"
        + value
        + "</value></property></configuration>";
  }

  private Configuration settings(String location) {
    return HBaseSettings.of(
        HBaseLocation.parse(location), Map.of("HBASE_CONF_DIR", directory.toString()));
  }

  @Test
  void theLocationSaysMoreThanItsFileAndThatMoreThanTheEnvironment() throws Exception {
    Files.writeString(
        directory.resolve("hbase-site.xml"),
        site("hbase.zookeeper.quorum", "zk.of.the.environment"));
    Path own = directory.resolve("own.xml");
    assertThat(settings("/s").get("hbase.zookeeper.quorum")).isEqualTo("zk.of.the.environment");
    Files.writeString(own, site("hbase.zookeeper.quorum", "zk.of.the.file"));
    assertThat(settings("/s?config=" + own).get("hbase.zookeeper.quorum"))
        .isEqualTo("zk.of.the.file");
    assertThat(settings("127.0.0.1:5/s?config=" + own).get("hbase.zookeeper.quorum"))
        .isEqualTo("127.0.0.1:5");
  }

  @Test
  void timesAreLimitedUnlessSomebodyLimitsThem() throws Exception {
    String operation = "hbase.client.operation.timeout";
    assertThat(settings("/s").getInt(operation, 0)).isEqualTo(60_000);
    assertThat(settings("/s").getInt("hbase.rpc.timeout", 0)).isEqualTo(15_000);
    Files.writeString(directory.resolve("hbase-site.xml"), site(operation, "300000"));
    assertThat(settings("/s").getInt(operation, 0)).isEqualTo(300_000);
    Configuration short7 = settings("/s?timeout_seconds=7");
    assertThat(short7.getInt(operation, 0)).isEqualTo(7_000);
    assertThat(short7.getInt("hbase.client.meta.operation.timeout", 0)).isEqualTo(7_000);
    assertThat(short7.getInt("hbase.rpc.timeout", 0)).isEqualTo(7_000);
  }

  @Test
  void aFileThatCannotBeReadIsNamed() throws Exception {
    Path file = directory.resolve("site.xml");
    assertThatThrownBy(() -> settings("/s?config=" + file))
        .isInstanceOf(StoreException.class)
        .hasMessageContainingAll("cannot open hbase:/s", "no file " + file, "config=");
    Files.writeString(file, "<configuration><property><name>a.password</name><value>hidden");
    assertThatThrownBy(() -> settings("/s?config=" + file))
        .isInstanceOf(StoreException.class)
        .hasMessageContainingAll("cannot read " + file, "expected a configuration")
        .hasMessageNotContaining("hidden")
        .hasMessageNotContaining("\n");
  }
}
