package keywright.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import keywright.key.ErrorCode;
import keywright.store.StoreException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where a database is. */
final class CassandraLocationTest {

  @Test
  void namesHostsAndKeyspace() {
    CassandraLocation location = CassandraLocation.parse("//a.example,b.example:9043/shop");
    assertThat(location).hasToString("cassandra://a.example:9042,b.example:9043/shop");
    assertThat(location.keyspace()).isEqualTo("shop");
    assertThat(List.of(location.alone(), location.readOnly())).containsOnly(false);
    assertThat(location.timeoutSeconds()).isEqualTo(CassandraLocation.TIMEOUT_SECONDS);
  }

  @Test
  void takesIpv6AddressesInBrackets() {
    CassandraLocation location = CassandraLocation.parse("//[::1],[2001:db8::a%eth0]:9043,b/shop");
    assertThat(location.hosts().stream().map(InetSocketAddress::getHostString))
        .containsExactly("::1", "2001:db8::a%eth0", "b");
    assertThat(location).hasToString("cassandra://[::1]:9042,[2001:db8::a%eth0]:9043,b:9042/shop");
  }

  @Test
  void hasOptions() {
    CassandraLocation location =
        CassandraLocation.parse(
            "//h/k?dc=east&config=/etc/driver.conf&timeout_seconds=5&alone=true&read_only=true");
    assertThat(location.dataCentre()).isEqualTo("east");
    assertThat(location.configuration()).isEqualTo(Path.of("/etc/driver.conf"));
    assertThat(location.timeoutSeconds()).isEqualTo(5);
    assertThat(List.of(location.alone(), location.readOnly())).containsOnly(true);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "shop|'shop' after the scheme",
        "//host|'//host' after the scheme",
        "//host/|'//host/' after the scheme",
        "//host/a-b|'//host/a-b' after the scheme",
        "//ho st/k|host 'ho st'",
        "//::1/k|host '::1'",
        "//[a]/k|host '[a]'",
        "//h:0/k|port 0",
        "//h:70000/k|port 70000",
        "//h/k?|option ''",
        "//h/k?dc=|option 'dc='",
        "//h/k?timeout_seconds=0|option 'timeout_seconds=0'",
        "//h/k?alone=no|option 'alone=no'",
        "//h/k?other=1|option 'other=1'"
      })
  void refusesWhatItDoesNotKnow(String location, String found) {
    assertThatThrownBy(() -> CassandraLocation.parse(location))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID))
        .hasMessageStartingWith("cannot open cassandra:" + location + ": found " + found)
        .hasMessageContaining(", expected ");
  }
}
