package keywright.examples;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The packages depend on each other in one direction, which ARCHITECTURE.md gives. */
class StructureTest {
  /** Which packages a package may use besides itself. */
  private static final Map<String, List<String>> MAY_USE =
      new TreeMap<>(
          Map.of(
              "key", List.of(),
              "store", List.of("key"),
              "rocksdb", List.of("store", "key"),
              "hbase", List.of("store", "key"),
              "table", List.of("store", "key"),
              "cql", List.of("table", "key"),
              "design", List.of("cql", "table", "key"),
              "cli", List.of("design", "cql", "table", "store", "key")));

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .importPackages(
              MAY_USE.keySet().stream().map(StructureTest::named).toArray(String[]::new));

  private static String named(String name) {
    return "keywright." + name;
  }

  @Test
  void everyPackageIsLookedAt() {
    assertThat(CLASSES.getPackage("keywright").getSubpackages())
        .extracting(JavaPackage::getName)
        .containsExactlyInAnyOrderElementsOf(
            MAY_USE.keySet().stream().map(StructureTest::named).toList());
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("keywright.(**)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void packagesUseThoseBelowThemAlone() {
    MAY_USE.forEach(
        (name, below) -> {
          String[] others =
              MAY_USE.keySet().stream()
                  .filter(other -> !other.equals(name) && !below.contains(other))
                  .map(other -> named(other) + "..")
                  .toArray(String[]::new);
          noClasses()
              .that()
              .resideInAPackage(named(name) + "..")
              .should()
              .dependOnClassesThat()
              .resideInAnyPackage(others)
              .check(CLASSES);
        });
  }
}
