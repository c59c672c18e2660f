package keywright.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import keywright.testkit.Trials;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Projects of others: they compile and run with what {@code ./mvnw install} puts into a local Maven
 * repository. The modules are installed from a copy of the sources, into a repository of the test.
 */
@Tag("large")
final class OutsideProjectTest {
  private static final long LIMIT_MINUTES = 10;
  private static final String MODULES = "bom,key,store,table,cql,engines/rocksdb";

  /** Flags of JVMs that end soon: they compile quickly and do not optimize fully. */
  private static final List<String> SHORT_LIVED =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  @TempDir private static Path folder;

  @BeforeAll
  static void install() throws Exception {
    maven(copied("first"), "-Dquick", "-pl", MODULES, "-am", "install");
  }

  /** A copy of the sources, without what was built of them. */
  private static Path copied(String name) throws IOException {
    Path copy = folder.resolve(name);
    for (Path file : Repository.sources()) {
      Path target = copy.resolve(Repository.ROOT.relativize(file).toString());
      Files.createDirectories(target.getParent());
      Files.copy(file, target, StandardCopyOption.COPY_ATTRIBUTES);
    }
    return copy;
  }

  /** Runs Maven with a local repository of the test, above that of the user. */
  private static String maven(Path project, String... arguments) throws Exception {
    String users =
        System.getProperty("maven.repo.local", System.getProperty("user.home") + "/.m2/repository");
    List<String> command = new ArrayList<>();
    command.add(Repository.ROOT.resolve("mvnw").toString());
    command.add("-B");
    command.add("-q");
    command.add("-Dmaven.repo.local=" + folder.resolve("repository"));
    command.add("-Dmaven.repo.local.tail=" + users);
    command.addAll(List.of(arguments));
    return run(project, command);
  }

  private static String run(Path directory, List<String> command) throws Exception {
    Path output = Files.createTempFile(folder, "output", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().put("MAVEN_OPTS", String.join(" ", SHORT_LIVED));
    Process process = builder.start();
    try {
      assertThat(process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)).as("%s ends", command).isTrue();
    } finally {
      process.destroyForcibly();
    }
    String text = Files.readString(output);
    assertThat(process.exitValue()).as("%s printed%n%s", command, text).isZero();
    return text;
  }

  /** Compiles a project of one class that depends on {@code artifacts}, and runs it. */
  private static String compiledAndRun(String name, List<String> artifacts, String main)
      throws Exception {
    Path project = folder.resolve(name);
    Path source = project.resolve("src/main/java/Main.java");
    Files.createDirectories(source.getParent());
    Files.writeString(source, main);
    String dependencies =
        String.join(
            "",
            artifacts.stream()
                .map(
                    artifact ->
                        "<dependency><groupId>dev.keywright</groupId><artifactId>"
                            + artifact
                            + "</artifactId></dependency>")
                .toList());
    Files.writeString(
        project.resolve("pom.xml"),
        """
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <modelVersion>4.0.0</modelVersion>
          <groupId>org.example</groupId><artifactId>%s</artifactId><version>1</version>
          <properties>
            <maven.compiler.release>17</maven.compiler.release>
            <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
          </properties>
          <dependencyManagement><dependencies>
            <dependency><groupId>dev.keywright</groupId><artifactId>keywright-bom</artifactId>
              <version>%s</version><type>pom</type><scope>import</scope></dependency>
          </dependencies></dependencyManagement>
          <dependencies>%s</dependencies>
          <build><plugins>
            <plugin><artifactId>maven-resources-plugin</artifactId><version>%s</version></plugin>
            <plugin><artifactId>maven-compiler-plugin</artifactId><version>%s</version></plugin>
            <plugin><artifactId>maven-dependency-plugin</artifactId><version>%s</version></plugin>
          </plugins></build>
        </project>
        """
            .formatted(
                name,
                versionOf("keywright-parent"),
                dependencies,
                versionOf("maven-resources-plugin"),
                versionOf("maven-compiler-plugin"),
                versionOf("maven-dependency-plugin")));
    Path classPath = project.resolve("class-path");
    maven(project, "compile", "dependency:build-classpath", "-Dmdep.outputFile=" + classPath);
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String path = project.resolve("target/classes") + ":" + Files.readString(classPath).strip();
    List<String> command = new ArrayList<>(List.of(java));
    command.addAll(SHORT_LIVED);
    command.addAll(List.of("-cp", path, "Main"));
    return run(project, command);
  }

  /** The version that the build names behind an artifact. */
  private static String versionOf(String artifact) throws IOException {
    Matcher version =
        Pattern.compile("<artifactId>" + artifact + "</artifactId>\\s*<version>([^<]+)</version>")
            .matcher(Files.readString(Repository.ROOT.resolve("pom.xml")));
    assertThat(version.find()).as(artifact).isTrue();
    return version.group(1);
  }

  @Test
  void aProjectEncodesKeysWithTheModuleKeyAlone() throws Exception {
    assertThat(
            compiledAndRun(
                "keys",
                List.of("keywright-key"),
                """
                import java.util.HexFormat;
                import keywright.key.KeySchema;

                public class Main {
                  public static void main(String[] args) {
                    KeySchema schema = KeySchema.parse("id int, name text", "name, id DESC");
                    byte[] rowKey = schema.encode(schema.key(7, "ada"));
                    System.out.println(HexFormat.of().formatHex(rowKey));
                    System.out.println(System.getProperty("java.class.path").split(":").length);
                  }
                }
                """))
        .isEqualTo("61646100017ffffff8\n2\n");
  }

  @Test
  void aProjectRunsStatementsWithTheLanguageAndAnEngine() throws Exception {
    assertThat(
            compiledAndRun(
                "tables",
                List.of("keywright-cql", "keywright-rocksdb"),
                """
                import keywright.cql.CqlSession;
                import keywright.cql.Result;
                import keywright.table.Database;
                import keywright.table.model.Row;

                public class Main {
                  public static void main(String[] args) {
                    try (Database database = Database.open("rocksdb:data");
                        CqlSession session = CqlSession.over(database)) {
                      session.execute("CREATE TABLE t (id int PRIMARY KEY, name text)");
                      session.execute("CREATE INDEX t_by_name ON t (name)");
                      session.execute("INSERT INTO t (id, name) VALUES (1, 'ada')");
                      try (Result found = session.execute("SELECT id FROM t WHERE name = 'ada'")) {
                        for (Row row : found) {
                          System.out.println("found " + row.getInt("id"));
                        }
                      }
                    }
                  }
                }
                """))
        .isEqualTo("found 1\n");
  }

  /** One module in a build, and all in the nightly profile: all are packaged in the same way. */
  @Test
  void twoBuildsMakeTheSameJars() throws Exception {
    Path second = copied("second");
    maven(second, "-Dquick", "-pl", Trials.areAll() ? MODULES : "key", "-am", "package");
    Map<String, String> jars = jars(second);
    assertThat(jars).hasSizeGreaterThanOrEqualTo(Trials.of(5, 1));
    assertThat(jars(folder.resolve("first"))).containsAllEntriesOf(jars);
  }

  /** The jars that were built, with their digests. */
  private static Map<String, String> jars(Path root) throws Exception {
    Map<String, String> digests = new TreeMap<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path jar : files.filter(file -> file.toString().endsWith(".jar")).toList()) {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(jar));
        digests.put(root.relativize(jar).toString(), HexFormat.of().formatHex(digest));
      }
    }
    return digests;
  }
}
