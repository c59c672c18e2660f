package keywright.examples;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The packages depend on each other in one direction, which ARCHITECTURE.md gives. */
class StructureTest {
  /** Which packages a package may use besides itself. */
  private static final Map<String, List<String>> MAY_USE = new TreeMap<>();

  static {
    List<String> stored = List.of("store", "key");
    MAY_USE.put("key", List.of());
    MAY_USE.put("store", List.of("key"));
    MAY_USE.put("rocksdb", stored);
    MAY_USE.put("hbase", stored);
    List<String> below = new ArrayList<>(stored);
    for (String name :
        List.of("model", "layout", "catalog", "query", "write", "write.singlerow", "maintenance")) {
      List<String> mayUse = new ArrayList<>(below);
      if (name.startsWith("write")) {
        mayUse.remove("table.query");
      }
      MAY_USE.put("table." + name, mayUse);
      below.add("table." + name);
    }
    MAY_USE.put("table", below);
    MAY_USE.put("cql", List.of("table", "table.model", "key"));
    MAY_USE.put("design", List.of("cql", "table", "table.model", "key"));
    MAY_USE.put("cli", List.of("design", "cql", "table", "table.model", "store", "key"));
  }

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .importPackages(
              MAY_USE.keySet().stream().map(StructureTest::named).toArray(String[]::new));

  private static String named(String name) {
    return "keywright." + name;
  }

  @Test
  void everyPackageIsLookedAt() {
    assertThat(CLASSES.stream().map(JavaClass::getPackageName).distinct())
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
                  .map(StructureTest::named)
                  .toArray(String[]::new);
          noClasses()
              .that()
              .resideInAPackage(named(name))
              .should()
              .dependOnClassesThat()
              .resideInAnyPackage(others)
              .check(CLASSES);
        });
  }
}
