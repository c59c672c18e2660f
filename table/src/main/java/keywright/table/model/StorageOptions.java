package keywright.table.model;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import keywright.key.KeySchema;
import keywright.store.Engine;
import keywright.store.Engines;
import keywright.store.TableLayout;
import org.jspecify.annotations.Nullable;

/**
 * The declared options that tell engines how to store a table or an index. They do not change the
 * result of any query. An engine ignores options that it does not know. Immutable.
 *
 * @param splits where the table is split when it is created
 * @param engine the options of engines by name; a name begins with its engine: {@code
 *     hbase.split_policy}
 * @param notes options that are only stored and shown by DESCRIBE, by name, such as {@code comment}
 *     and {@code compaction}
 * @param writes how rows are written; null for the default, and always null for an index
 */
public record StorageOptions(
    Splits splits,
    SortedMap<String, String> engine,
    SortedMap<String, String> notes,
    @Nullable Writes writes) {
  /** The default of each engine. */
  public static final StorageOptions DEFAULT = new StorageOptions(Splits.BY_KEY, Map.of());

  /** After the engine: {@code hbase.table}. */
  private static final String ATTACHED_NAME = ".table";

  /** Keeps its own copy of the options. */
  public StorageOptions {
    engine = Collections.unmodifiableSortedMap(new TreeMap<>(engine));
    notes = Collections.unmodifiableSortedMap(new TreeMap<>(notes));
  }

  /** Options in any order. */
  public StorageOptions(Splits splits, Map<String, String> engine) {
    this(splits, new TreeMap<>(engine), new TreeMap<>(), null);
  }

  /** The same options with these notes. */
  public StorageOptions withNotes(Map<String, String> newNotes) {
    return new StorageOptions(splits, engine, new TreeMap<>(newNotes), writes);
  }

  /** The same options with this way of writing rows; null for the default. */
  public StorageOptions withWrites(@Nullable Writes newWrites) {
    return new StorageOptions(splits, engine, notes, newWrites);
  }

  /**
   * Checks that the key can be split as declared, and that each option is known to its engine.
   *
   * @param what the object that is created, for the error message, such as {@code table payment}
   * @throws TableException if not
   */
  public void require(String what, KeySchema schema) {
    splits.require(what, schema);
    engine.forEach(
        (name, value) -> {
          String refused = Engines.refusedTableOption(name, value);
          if (refused != null) {
            throw new TableException("cannot create %s: %s".formatted(what, refused));
          }
        });
  }

  /** The name of an attached table in its engine; empty when none is declared. */
  public Optional<String> attachedName() {
    return engine.entrySet().stream()
        .filter(option -> option.getKey().endsWith(ATTACHED_NAME))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  /** Whether the name of an attached table is the only option. */
  public boolean areOfAttached() {
    return writes == null
        && splits.equals(Splits.BY_KEY)
        && engine.size() == (attachedName().isPresent() ? 1 : 0);
  }

  /**
   * Creates an empty table in an engine. If the engine has regions, the table is split as declared.
   */
  public void create(Engine target, TableLayout layout) {
    target
        .regions()
        .ifPresentOrElse(
            regions -> regions.createTable(layout, splits.rowKeys(layout.keySchema()), engine),
            () -> target.createTable(layout));
  }
}
