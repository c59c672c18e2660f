package keywright.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The files of a release that no build here can run: container, workflows, bill of materials. */
final class ReleaseFilesTest {
  private static final List<String> INSTRUCTIONS =
      List.of(
          "FROM", "RUN", "COPY", "USER", "WORKDIR", "VOLUME", "ENV", "ENTRYPOINT", "CMD", "EXPOSE");

  private static String file(String name) throws IOException {
    return Files.readString(Repository.ROOT.resolve(name));
  }

  /** The instructions of the Dockerfile, continued lines joined. */
  private static List<String> dockerfile() throws IOException {
    List<String> instructions = new ArrayList<>();
    for (String line : file("Dockerfile").replace("\\\n", " ").split("\n")) {
      if (!line.isBlank() && !line.startsWith("#")) {
        instructions.add(line.strip());
      }
    }
    return instructions;
  }

  private static List<String> arguments(String instruction) throws IOException {
    return dockerfile().stream()
        .filter(line -> line.startsWith(instruction + " "))
        .map(line -> line.substring(instruction.length()).strip())
        .toList();
  }

  @Test
  void theDockerfileHasOnlyKnownInstructionsAndPinnedImages() throws IOException {
    assertThat(dockerfile())
        .allSatisfy(line -> assertThat(INSTRUCTIONS).contains(line.split(" ")[0]));
    assertThat(arguments("FROM"))
        .hasSize(2)
        .allSatisfy(image -> assertThat(image).matches("[a-z-]+:17-[a-z]+( AS [a-z]+)?"));
  }

  @Test
  void theContainerRunsTheCommandOfTheZipWithoutRights() throws IOException {
    assertThat(arguments("USER")).containsExactly("keywright");
    assertThat(arguments("ENTRYPOINT")).containsExactly("[\"/opt/keywright/bin/keywright\"]");
    assertThat(arguments("COPY"))
        .contains("--from=build /dist/keywright /opt/keywright")
        .noneMatch(copied -> copied.startsWith("--chown"));
    String packaged = file("cli/pom.xml");
    assertThat(packaged).contains("<finalName>keywright-${project.version}</finalName>");
    assertThat(Repository.ROOT.resolve("cli/src/main/dist/bin/keywright")).exists();
    assertThat(arguments("ENV")).containsExactly("KEYWRIGHT_DB=rocksdb:/data/keywright-data");
    assertThat(arguments("VOLUME")).containsExactly("/data");
  }

  @Test
  void theWorkflowRunsTheTestCommandOnEachSupportedJava() throws IOException {
    String workflow = file(".github/workflows/build.yml");
    assertThat(workflow).contains("java: ['17', '21', '25']", "- run: .ci/run");
    assertThat(file(".ci/run")).contains("exec ./mvnw verify");
    assertThat(file("docs/compatibility.md")).contains("17;", "21 and 25");
  }

  @Test
  void theBillOfMaterialsListsExactlyThePublishedModules() throws IOException {
    TreeSet<String> published = new TreeSet<>();
    Matcher modules = Pattern.compile("<module>([^<]+)</module>").matcher(file("pom.xml"));
    while (modules.find()) {
      String pom = file(modules.group(1) + "/pom.xml");
      if (!pom.contains("<maven.deploy.skip>true") && !modules.group(1).equals("bom")) {
        published.add(artifactOf(pom));
      }
    }
    TreeSet<String> listed = new TreeSet<>();
    Matcher artifacts =
        Pattern.compile("<artifactId>([^<]+)</artifactId><version>\\$\\{project.version}")
            .matcher(file("bom/pom.xml"));
    while (artifacts.find()) {
      listed.add(artifacts.group(1));
    }
    assertThat(listed).isEqualTo(published).contains("keywright-key", "keywright-cli");
    assertThat(file("bom/pom.xml")).doesNotContain("<parent>");
  }

  private static String artifactOf(String pom) {
    Matcher artifact =
        Pattern.compile("</parent>\\s*<artifactId>([^<]+)</artifactId>").matcher(pom);
    assertThat(artifact.find()).isTrue();
    return artifact.group(1);
  }

  @Test
  void everyModuleHasOneVersion() throws IOException {
    Matcher version = Pattern.compile("<version>([^<]+)</version>").matcher(file("pom.xml"));
    assertThat(version.find()).isTrue();
    for (Path pom : Repository.sources()) {
      if (pom.endsWith("pom.xml")) {
        String text = Files.readString(pom);
        if (text.contains("keywright-parent") || text.contains("keywright-bom")) {
          assertThat(text).as(pom.toString()).contains("<version>" + version.group(1) + "<");
        }
      }
    }
  }
}
