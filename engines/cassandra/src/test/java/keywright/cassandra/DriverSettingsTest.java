package keywright.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfig;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DriverSettingsTest {
  @TempDir private Path directory;

  private static DriverConfig settings(String location) {
    DriverConfigLoader loader = DriverSettings.of(CassandraLocation.parse(location));
    try (loader) {
      return loader.getInitialConfig();
    }
  }

  @Test
  void theFileComesBeforeTheUrlAndBeforeTheDefaultsOfTheDriver() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("driver.conf"),
            """
            datastax-java-driver {
              basic.request.timeout = 7 seconds
              advanced.heartbeat.interval = 11 seconds
              advanced.auth-provider { class = PlainTextAuthProvider, username = shop }
            }
            """);
    DriverExecutionProfile profile =
        settings("//h/k?timeout_seconds=3&config=" + file).getDefaultProfile();
    assertThat(profile.getDuration(DefaultDriverOption.REQUEST_TIMEOUT))
        .isEqualTo(Duration.ofSeconds(7));
    assertThat(profile.getDuration(DefaultDriverOption.HEARTBEAT_INTERVAL))
        .isEqualTo(Duration.ofSeconds(11));
    assertThat(profile.getString(DefaultDriverOption.AUTH_PROVIDER_USER_NAME)).isEqualTo("shop");
    assertThat(profile.getDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT))
        .isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void nodesThatHangAreAllTriedWithinTheTimeout() {
    DriverExecutionProfile profile = settings("//a,b,c/k?timeout_seconds=6").getDefaultProfile();
    assertThat(profile.getDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT))
        .isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void statementsWithConditionsAreNotSentAgain() {
    DriverExecutionProfile profile = settings("//h/k").getProfile(DriverSettings.CONDITIONS);
    assertThat(profile.getString(DefaultDriverOption.RETRY_POLICY_CLASS))
        .isEqualTo(NoRetries.class.getName());
    assertThat(profile.getDuration(DefaultDriverOption.REQUEST_TIMEOUT))
        .isEqualTo(Duration.ofSeconds(CassandraLocation.TIMEOUT_SECONDS));
  }
}
