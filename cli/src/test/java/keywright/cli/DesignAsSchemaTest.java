package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import keywright.cli.Keywright.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One file that lint and simulate read as a design, and run as a schema. */
class DesignAsSchemaTest {
  private static final String DESIGN =
      """
      CREATE TABLE visit (guest bigint, seen timestamp, page text, PRIMARY KEY (guest, seen));
      QUERY visits RATE 10/s AS SELECT * FROM visit WHERE guest = ?;
      WRITE RATE 5/s INTO visit;
      CREATE INDEX visits_by_page ON visit (page, seen, guest);
      """;

  @TempDir private Path directory;

  @Test
  void runCreatesTheTablesAndLeavesTheLoadOutWithANote() {
    Shop shop = new Shop(directory);
    String file = shop.file("design.cql", DESIGN);
    assertThat(Keywright.run("lint", file).err()).isEmpty();
    Outcome run = shop.run("run", "-f", file);
    assertThat(run.err())
        .isEqualTo(
            """
            table visit created
            QUERY visits not executed, because this statement only describes a load for lint and simulate
            WRITE INTO visit not executed, because this statement only describes a load for lint and simulate
            index visits_by_page created
            """);
    assertThat(run.out()).isEmpty();
    assertThat(run.status()).isZero();
  }

  @Test
  void aStatementOfTheLoadThatCannotBeReadIsRefused() {
    Shop shop = new Shop(directory);
    String file = shop.file("design.cql", "QUERY visits RATE AS SELECT * FROM visit;");
    assertThat(shop.run("run", "-f", file).err())
        .startsWith("keywright: " + file + " line 1: cannot read statement: line 1, column 19");
  }

  @Test
  void aSecondRunNamesTheStatementThatMayBeRepeated() {
    Shop shop = new Shop(directory);
    String file = shop.file("design.cql", DESIGN);
    shop.out("run", "-f", file);
    assertThat(shop.run("run", "-f", file).err())
        .startsWith(
            "keywright: "
                + file
                + " line 1: cannot create table visit: it exists; write CREATE TABLE IF NOT EXISTS"
                + " to leave it as it is, or drop it first");
    assertThat(shop.run("run", "-e", "CREATE INDEX visits_by_page ON visit (page)").err())
        .startsWith(
            "keywright: cannot create index visits_by_page: it exists on visit (page, seen, guest);"
                + " write CREATE INDEX IF NOT EXISTS to leave it as it is, or drop it first");
    String repeatable =
        shop.file(
            "repeatable.cql",
            DESIGN.replace("TABLE", "TABLE IF NOT EXISTS").replace("INDEX", "INDEX IF NOT EXISTS"));
    assertThat(shop.run("run", "-f", repeatable).status()).isZero();
  }
}
