package keywright.examples;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import keywright.cql.CqlSession;
import keywright.cql.client.CqlClient;
import keywright.cql.server.CqlServer;
import keywright.design.simulate.Simulation;
import keywright.jdbc.JdbcDriver;
import keywright.key.KeySchema;
import keywright.ojai.KeywrightDriver;
import keywright.store.Engine;
import keywright.table.Database;
import org.junit.jupiter.api.Test;

/** The packages depend on each other in one direction, which ARCHITECTURE.md gives. */
class StructureTest {
  /** Which packages a package may use besides itself. */
  private static final Map<String, List<String>> MAY_USE = new TreeMap<>();

  static {
    List<String> stored = List.of("store", "store.stop", "key");
    MAY_USE.put("key", List.of());
    MAY_USE.put("store.lock", List.of());
    MAY_USE.put("store.stop", List.of("key"));
    MAY_USE.put("store", List.of("store.stop", "key"));
    MAY_USE.put("rocksdb", List.of("store", "store.lock", "store.stop", "key"));
    MAY_USE.put("hbase", stored);
    MAY_USE.put("hbase.keys", List.of("key"));
    List<String> below = new ArrayList<>(stored);
    for (String name :
        List.of("model", "layout", "catalog", "query", "write", "write.singlerow", "maintenance")) {
      List<String> mayUse = new ArrayList<>(below);
      if (name.startsWith("write")) {
        mayUse.remove("table.query");
      }
      if (name.equals("catalog")) {
        mayUse.add("store.lock");
      }
      MAY_USE.put("table." + name, mayUse);
      below.add("table." + name);
    }
    MAY_USE.put("table", below);
    List<String> tables = List.of("table", "table.model", "store.stop", "key");
    MAY_USE.put("ojai", tables);
    MAY_USE.put("cql.grammar", List.of());
    List<String> parsed = new ArrayList<>(tables);
    parsed.add("cql.grammar");
    MAY_USE.put("cql", parsed);
    layers("cql", List.of("protocol", "client"), tables, "cql");
    MAY_USE.put("jdbc", List.of("cql", "cql.client", "table", "table.model", "store.stop", "key"));
    layers(
        "cql.server",
        List.of("wire", "system", "metrics", ""),
        tables,
        "cql",
        "cql.protocol",
        "store");
    layers(
        "design",
        List.of("certificate", "cassandra", "rows", "cluster", "simulate", "lint"),
        tables,
        "cql");
    List<String> designs =
        List.of("design.certificate", "design.rows", "design.cluster", "design.simulate");
    List<String> all = new ArrayList<>(designs);
    all.addAll(
        List.of("design.cassandra", "design.lint", "cql", "cql.client", "cql.server", "store"));
    layers(
        "cli",
        List.of(
            "console", "data", "cql", "lint", "key", "simulate", "database", "shell", "demo", ""),
        tables,
        all.toArray(String[]::new));
  }

  /** Packages of a module, each of which may use those before it. */
  private static void layers(
      String module, List<String> names, List<String> below, String... more) {
    List<String> mayUse = new ArrayList<>(below);
    mayUse.addAll(List.of(more));
    for (String name : names) {
      String whole = name.isEmpty() ? module : module + "." + name;
      MAY_USE.put(whole, List.copyOf(mayUse));
      mayUse.add(whole);
    }
  }

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .importPackages(
              MAY_USE.keySet().stream().map(StructureTest::named).toArray(String[]::new));

  private static final int CYCLE_MAX = 9;

  /** A type of each module that a program may use. */
  private static final List<Class<?>> MODULES =
      List.of(
          KeySchema.class,
          Engine.class,
          Database.class,
          CqlSession.class,
          CqlClient.class,
          JdbcDriver.class,
          CqlServer.class,
          KeywrightDriver.class,
          Simulation.class);

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

  /** Parts are put together, and replaced in tests, by interfaces. */
  @Test
  void noClassCanBeExtendedUnlessItIsAbstract() {
    List<String> open =
        CLASSES.stream()
            .filter(one -> !one.isInterface() && !one.isEnum() && !one.isAnonymousClass())
            .filter(one -> !one.getModifiers().contains(JavaModifier.FINAL))
            .filter(one -> !one.getModifiers().contains(JavaModifier.ABSTRACT))
            .filter(one -> !one.getPackageName().equals("keywright.cql.grammar"))
            .filter(one -> !one.reflect().isSealed())
            .map(JavaClass::getName)
            .toList();
    assertThat(open).isEmpty();
  }

  /** Classes that all lead to each other can only be read together. */
  @Test
  void noMoreThanAFewClassesOfTablesLeadToEachOther() {
    Map<String, Set<String>> uses = new TreeMap<>();
    for (JavaClass one : CLASSES) {
      if (one.getPackageName().startsWith("keywright.table")) {
        Set<String> used = uses.computeIfAbsent(top(one), name -> new TreeSet<>());
        one.getDirectDependenciesFromSelf().forEach(to -> used.add(top(to.getTargetClass())));
      }
    }
    Map<String, Set<String>> reaches = new TreeMap<>();
    uses.keySet().forEach(name -> reaches.put(name, reached(uses, name)));
    uses.keySet()
        .forEach(
            name ->
                assertThat(reaches.get(name))
                    .filteredOn(other -> reaches.get(other).contains(name))
                    .as("classes that lead to %s and back", name)
                    .hasSizeLessThanOrEqualTo(CYCLE_MAX));
  }

  /** What a program can use is what ARCHITECTURE.md says, and nothing besides. */
  @Test
  void theTypesThatModulesExportAreListed() throws Exception {
    List<String> lines = new ArrayList<>();
    for (Class<?> one : MODULES) {
      Path place = Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI());
      ModuleFinder.of(place).findAll().stream()
          .flatMap(module -> module.descriptor().exports().stream())
          .filter(exports -> !exports.isQualified())
          .map(ModuleDescriptor.Exports::source)
          .sorted()
          .forEach(name -> lines.add("| `%s` | %s |".formatted(name, publicTypes(name))));
    }
    // An automatic module, since the client of HBase has packages of other modules.
    lines.add("| `keywright.hbase.keys` | %s |".formatted(publicTypes("keywright.hbase.keys")));
    assertThat(lines).hasSizeGreaterThan(MODULES.size());
    assertThat(Files.readAllLines(Repository.ROOT.resolve("ARCHITECTURE.md")))
        .as(String.join("\n", lines))
        .containsAll(lines);
  }

  private static String publicTypes(String name) {
    return CLASSES.stream()
        .filter(one -> one.getPackageName().equals(name) && one.isTopLevelClass())
        .filter(one -> one.getModifiers().contains(JavaModifier.PUBLIC))
        .map(JavaClass::getSimpleName)
        .sorted()
        .collect(Collectors.joining(", "));
  }

  private static Set<String> reached(Map<String, Set<String>> uses, String from) {
    Set<String> reached = new TreeSet<>();
    Deque<String> left = new ArrayDeque<>(uses.get(from));
    while (!left.isEmpty()) {
      String name = left.pop();
      if (uses.containsKey(name) && reached.add(name)) {
        left.addAll(uses.get(name));
      }
    }
    return reached;
  }

  private static String top(JavaClass one) {
    return one.getEnclosingClass().map(StructureTest::top).orElse(one.getName());
  }
}
