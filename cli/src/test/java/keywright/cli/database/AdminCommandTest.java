package keywright.cli.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import keywright.cli.Keywright;
import keywright.cli.Keywright.Outcome;
import keywright.key.KeySchema;
import keywright.server.hbase.HBaseServer;
import keywright.store.Engine;
import keywright.store.Engines;
import keywright.store.FamilyLayout;
import keywright.store.TableLayout;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code admin status} and {@code admin clean}. */
@Tag("large")
final class AdminCommandTest {
  @TempDir private Path directory;

  @Test
  void aDatabaseOfOneProcessHasNothingToClean() {
    String url = "rocksdb:" + directory.resolve("db");
    assertThat(
            Keywright.run("run", "-e", "CREATE TABLE t (id int PRIMARY KEY)", "--db", url).status())
        .isZero();
    Outcome status = Keywright.run("admin", "status", "--db", url, "--output", "csv");
    assertThat(status.out()).isEqualTo("kind,name,state,what_to_do\n");
    assertThat(Keywright.run("admin", "clean", "--db", url).err())
        .isEqualTo(
            "nothing to remove: found no leftover tables and no registrations of killed processes\n");
    assertThat(Keywright.run("admin").err()).contains("found no command, expected status or clean");
  }

  @Test
  void leftTablesOfHBaseAreShownAndDropped() {
    String url = HBaseServer.shared().url("admin") + "?timeout_seconds=5";
    assertThat(
            Keywright.run(
                    "run", "--quiet", "-e", "CREATE TABLE t (id int PRIMARY KEY)", "--db", url)
                .status())
        .isZero();
    try (Engine engine = Engines.open(url)) {
      engine.createTable(
          new TableLayout(
              "t.dropped",
              KeySchema.parse("id int", "id"),
              List.of(FamilyLayout.of("d", List.of()))));
    }
    assertThat(Keywright.run("admin", "status", "--db", url, "--output", "csv").out())
        .isEqualTo(
            "kind,name,state,what_to_do\ntable,t.dropped,not in the catalog,keywright admin clean\n");
    assertThat(Keywright.run("admin", "clean", "--db", url).out())
        .isEqualTo("table t.dropped dropped\n");
    assertThat(Keywright.run("admin", "status", "--db", url, "--output", "csv").out())
        .isEqualTo("kind,name,state,what_to_do\n");
  }
}
