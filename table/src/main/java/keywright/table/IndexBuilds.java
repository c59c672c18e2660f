package keywright.table;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** The builds of indexes: those that run in this process, and how far each of them is. */
final class IndexBuilds {
  private final Database database;
  private final BuildPositions positions;
  private final Map<String, IndexBuild> running = new ConcurrentHashMap<>();

  IndexBuilds(Database database) {
    this.database = database;
    this.positions = new BuildPositions(database.engine());
  }

  /** Notes a run of a build, to be followed by {@link #end}. */
  IndexBuild begin(String table, String index, BuildOptions options) {
    IndexBuild build = new IndexBuild(database, positions, table, index, options);
    if (running.putIfAbsent(index, build) != null) {
      throw new TableException(
          "cannot build index %s: it is being built already, %s are done; wait for it, or drop it"
              .formatted(index, progress(table, index).rows()));
    }
    return build;
  }

  /**
   * Whether an index that is there is to be built to its end; false when it is built and that is
   * well.
   *
   * @throws TableException when it is another one, or built and {@code builtIsWell} is not set
   */
  static boolean isUnfinished(StoredTable table, IndexDefinition wanted, boolean builtIsWell) {
    StoredIndex there = table.index(wanted.name());
    boolean unfinished = !there.isReadable();
    if (unfinished ? there.definition().equals(wanted) : builtIsWell) {
      return unfinished;
    }
    throw new TableException(
        "cannot create index %s: it is there on %s (%s); drop it first, or write IF NOT EXISTS"
            .formatted(
                wanted.name(),
                table.name(),
                there.definition().parts().stream()
                    .map(Object::toString)
                    .collect(Collectors.joining(", "))));
  }

  void end(String index, IndexBuild build) {
    running.remove(index, build);
  }

  /** Forgets where the build of an index was, which is about to come or to go. */
  void forget(String index) {
    positions.forget(index);
  }

  /** Stops the build of an index that is about to be dropped. */
  void drop(String index) {
    IndexBuild build = running.remove(index);
    if (build != null) {
      build.drop();
    }
  }

  private BuildProgress progress(String table, String index) {
    long rows = positions.find(index).rowsDone();
    return new BuildProgress(table, index, rows, rows, database.engine().estimatedRows(table));
  }

  /** The indexes that are not built to their end. */
  List<BuildProgress> unfinished(Collection<StoredTable> tables) {
    List<BuildProgress> unfinished = new ArrayList<>();
    for (StoredTable table : tables) {
      for (StoredIndex index : table.indexes()) {
        if (!index.isReadable()) {
          unfinished.add(progress(table.name(), index.name()));
        }
      }
    }
    return unfinished;
  }
}
