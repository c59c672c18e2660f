package keywright.table.maintenance;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import keywright.key.ErrorCode;
import keywright.key.KeyException;
import keywright.key.KeywrightException;
import keywright.store.stop.Cancellation;
import keywright.table.catalog.DefinitionChecks;
import keywright.table.catalog.Positions;
import keywright.table.catalog.ProcessRegister.Waiting;
import keywright.table.catalog.Tables;
import keywright.table.catalog.WritableKeys;
import keywright.table.layout.StoredIndex;
import keywright.table.layout.StoredTable;
import keywright.table.model.BuildOptions;
import keywright.table.model.BuildProgress;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Names;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/**
 * Creates, builds and drops indexes, and knows the progress of each unfinished build. The names of
 * tables and indexes are full names. Safe for many threads.
 */
public final class IndexBuilds {
  private static final Waiting STANDING = new Waiting(0, List.of());

  private final DatabaseParts parts;
  private final Tables tables;
  private final Positions positions;
  private final Map<String, IndexBuild> running = new ConcurrentHashMap<>();

  public IndexBuilds(DatabaseParts parts) {
    this.parts = parts;
    this.tables = parts.tables();
    this.positions = Positions.ofBuilds(tables.engine());
  }

  /** Creates an index, as {@code Database.createIndex} describes. */
  public boolean create(
      String table,
      IndexDefinition definition,
      boolean ifNotExists,
      BuildOptions given,
      Cancellation cancellation) {
    BuildOptions options =
        given.telling(progress -> given.continueWhile().test(progress) && !cancellation.isOver());
    String index = fullName(table, definition);
    IndexBuild build =
        tables.changing(
            "create index %s of %s".formatted(index, table),
            cancellation,
            () ->
                declare(
                        tables.require(table).requireNotBeingFilled("create an index of"),
                        definition,
                        ifNotExists)
                    ? begin(table, definition, options)
                    : null);
    if (build == null) {
      return false;
    }
    try {
      BuildProgress stopped =
          awaitWriters(table, index, options)
              ? runOrRemove(table, index, build)
              : progress(table, index, STANDING);
      if (stopped != null) {
        throw stopped(
            cancellation,
            "building index %s of %s".formatted(index, table),
            stopped.rows() + " are done",
            "repeat its CREATE INDEX to resume");
      }
      define(build, () -> makeReadable(build, tables.require(table)));
      return true;
    } finally {
      end(index, build);
    }
  }

  /** The error of work that its cancellation has ended, or its options. */
  private static KeywrightException stopped(
      Cancellation cancellation, String work, String state, String next) {
    return cancellation.isOver()
        ? cancellation.stopped("finish " + work, state, next)
        : new TableException(ErrorCode.STOPPED, "stopped %s: %s; %s".formatted(work, state, next));
  }

  private boolean awaitWriters(String table, String index, BuildOptions options) {
    return tables
        .lease()
        .awaitWriters(waiting -> options.continueWhile().test(progress(table, index, waiting)));
  }

  private @Nullable BuildProgress runOrRemove(String table, String index, IndexBuild build) {
    try {
      return WorkLog.of("build of index " + index + " of " + table, build::rows, build::run);
    } catch (KeyException | TableException e) {
      // A row that the index cannot hold: it would stand in the way of writers for ever.
      if (!build.isDropped()) {
        define(
            build,
            () -> {
              StoredTable stored = tables.require(table);
              StoredIndex unused = build.target(stored);
              remove(stored, index);
            });
      }
      throw e;
    }
  }

  /** Changes the declaration of an index that was built, unless it was dropped meanwhile. */
  private void define(IndexBuild build, Runnable change) {
    boolean unused =
        tables.changing(
            () -> {
              build.requireNotDropped();
              change.run();
              return true;
            });
  }

  private void makeReadable(IndexBuild build, StoredTable table) {
    StoredIndex index = build.target(table);
    if (!index.isReadable()) {
      build.requireLatest();
      tables.exchange(
          tables.stored(
              SecondVerification.after(tables, table.entry().withReadable(index.name()))));
      positions.begin(table.fullName(index));
    }
  }

  /**
   * Declares an index, so all writers know it. Returns false if the index exists, is built, and
   * {@code ifNotExists} allows that.
   */
  private boolean declare(StoredTable before, IndexDefinition definition, boolean ifNotExists) {
    if (before.definition().index(definition.name()).isPresent()) {
      boolean unfinished = isUnfinished(before, definition, ifNotExists);
      StoredIndex there = before.index(definition.name());
      // Who dropped one of its name may have been late.
      if (unfinished && !tables.engine().hasTable(there.layout().name())) {
        makeEmpty(before, there);
      }
      return unfinished;
    }
    tables.names().requireUnused("index", fullName(before.name(), definition));
    DefinitionChecks.checkIndex(before.definition(), before.primaryKey(), definition);
    WritableKeys.require(definition, before.primaryKey());
    before.requireKept(definition);
    StoredTable after = tables.stored(before.entry().withIndex(definition, tables.claim(before)));
    makeEmpty(after, after.index(definition.name()));
    tables.exchange(after);
    return true;
  }

  private void makeEmpty(StoredTable table, StoredIndex index) {
    index.createEmpty(tables.engine());
    positions.begin(table.fullName(index));
  }

  private static String fullName(String table, IndexDefinition index) {
    return Names.in(Names.keyspace(table), index.name());
  }

  /** Drops an index, as {@code Database.dropIndex} describes. */
  public boolean remove(
      String index,
      boolean ifExists,
      Predicate<BuildProgress> continueWhile,
      Cancellation cancellation) {
    Predicate<BuildProgress> goesOn =
        progress -> continueWhile.test(progress) && !cancellation.isOver();
    boolean isShared = tables.lease().isShared();
    @Nullable Boolean dropped = null;
    while (dropped == null) {
      if (isShared && hide(index, cancellation) && !awaitReaders(index, goesOn)) {
        throw stopped(
            cancellation,
            "dropping index " + index,
            "new queries do not use it, but other processes may, until they read the catalog again",
            "repeat its DROP INDEX to resume");
      }
      // What was hidden is dropped now: the call has waited for that.
      dropped =
          tables.changing(
              "drop index " + index,
              isShared ? Cancellation.NONE : cancellation,
              () -> removeHidden(index, ifExists));
    }
    return dropped;
  }

  /**
   * Drops an index that no query of another process uses.
   *
   * @return whether there was an index; null if queries of other processes may use it again,
   *     because one of them has finished its build since it was hidden
   */
  private @Nullable Boolean removeHidden(String index, boolean ifExists) {
    Optional<TableDefinition> owner = tables.ownerOf(index);
    if (owner.isEmpty()) {
      if (!ifExists) {
        throw tables.names().missingIndex(index);
      }
      return false;
    }
    StoredTable table =
        tables.require(owner.get().name()).requireNotBeingFilled("drop an index of");
    if (tables.lease().isShared() && table.index(Names.unqualified(index)).isReadable()) {
      return null;
    }
    remove(table, index);
    return true;
  }

  private boolean awaitReaders(String index, Predicate<BuildProgress> goesOn) {
    String table = tables.ownerOf(index).map(TableDefinition::name).orElse("");
    return tables.lease().awaitReaders(waiting -> goesOn.test(progress(table, index, waiting)));
  }

  /**
   * Hides an index from new queries. Until it is dropped, rows still get their entries.
   *
   * @return whether the index exists. Then a query of another process may still use it, also if it
   *     was hidden before: the process that hid it may not have waited
   */
  private boolean hide(String index, Cancellation cancellation) {
    return tables.changing(
        "drop index " + index,
        cancellation,
        () -> {
          Optional<StoredTable> owner =
              tables
                  .ownerOf(index)
                  .map(table -> tables.require(table.name()))
                  .map(table -> table.requireNotBeingFilled("drop an index of"));
          String name = Names.unqualified(index);
          owner
              .filter(table -> table.index(name).isReadable())
              .ifPresent(
                  table -> {
                    tables.exchange(tables.stored(table.entry().withoutReadable(name)));
                    // A build that ends in between begins at the first row.
                    positions.forget(index);
                  });
          return owner.isPresent();
        });
  }

  /** Drops an index. The calling thread must have the lock of definitions. */
  public void remove(StoredTable table, String index) {
    drop(index);
    positions.forget(index);
    tables.dropIndex(table, table.index(Names.unqualified(index)));
  }

  /** Registers a run of a build. The caller must call {@link #end} afterwards. */
  private IndexBuild begin(String table, IndexDefinition definition, BuildOptions options) {
    String index = fullName(table, definition);
    IndexBuild build = parts.components().build(parts, positions, table, definition, options);
    if (running.putIfAbsent(index, build) != null) {
      throw new TableException(
          ErrorCode.CONFLICT,
          "cannot build index %s: another CREATE INDEX is building it, %s are done; wait until that CREATE INDEX has finished, or drop the index"
              .formatted(index, progress(table, index, STANDING).rows()));
    }
    return build;
  }

  /**
   * Whether an existing index must still be built. False if it is built and {@code builtIsWell} is
   * true.
   *
   * @throws TableException if the existing index has another declaration, or is built and {@code
   *     builtIsWell} is false
   */
  private static boolean isUnfinished(
      StoredTable table, IndexDefinition wanted, boolean builtIsWell) {
    StoredIndex there = table.index(wanted.name());
    boolean unfinished = !there.isReadable();
    if (unfinished ? there.definition().equals(wanted) : builtIsWell) {
      return unfinished;
    }
    throw new TableException(
        ErrorCode.ALREADY_EXISTS,
        "cannot create index %s: it exists on %s (%s)%s, or drop it first"
            .formatted(
                wanted.name(),
                table.name(),
                there.definition().parts().stream()
                    .map(Object::toString)
                    .collect(Collectors.joining(", ")),
                unfinished
                    ? " and is not built; repeat that statement"
                    : "; write CREATE INDEX IF NOT EXISTS to leave it as it is"));
  }

  private void end(String index, IndexBuild build) {
    running.remove(index, build);
  }

  /** Stops the build of an index that is about to be dropped. */
  void drop(String index) {
    IndexBuild build = running.remove(index);
    if (build != null) {
      build.drop();
    }
  }

  private BuildProgress progress(String table, String index, Waiting waiting) {
    long rows = positions.find(index).rowsDone();
    return new BuildProgress(
        table,
        Names.unqualified(index),
        rows,
        rows,
        tables.engine().estimatedRows(tables.require(table).layout().name()),
        waiting.millis(),
        waiting.processes());
  }

  /** The progress of the indexes whose build is not finished. */
  public List<BuildProgress> unfinished() {
    List<BuildProgress> unfinished = new ArrayList<>();
    for (StoredTable table : tables.byName().values()) {
      for (StoredIndex index : table.indexes()) {
        if (!index.isReadable()) {
          unfinished.add(progress(table.name(), table.fullName(index), STANDING));
        }
      }
    }
    return unfinished;
  }
}
