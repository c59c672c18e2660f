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
 * @param splits the split points of the table or the index when it is created
 * @param engine the options of engines, as texts by name. A name begins with the name of its
 *     engine, such as {@code hbase.split_policy}
 * @param notes options that no engine reads, as texts by name. They are stored with the table, and
 *     DESCRIBE shows them, such as {@code comment} and {@code compaction}
 * @param writes whether the rows of the table are written by conditional or by plain writes; null
 *     for the default, and always null for an index
 */
public record StorageOptions(
    Splits splits,
    SortedMap<String, String> engine,
    SortedMap<String, String> notes,
    @Nullable Writes writes) {
  /** No options: each engine uses its defaults. */
  public static final StorageOptions DEFAULT = new StorageOptions(Splits.BY_KEY, Map.of());

  /** After the engine: {@code hbase.table}. */
  private static final String ATTACHED_NAME = ".table";

  /** Makes options with their own copies of the maps. */
  public StorageOptions {
    engine = Collections.unmodifiableSortedMap(new TreeMap<>(engine));
    notes = Collections.unmodifiableSortedMap(new TreeMap<>(notes));
  }

  /**
   * Makes options without notes, and with the default way of writing rows.
   *
   * @param engine the options of engines by name, in any order
   */
  public StorageOptions(Splits splits, Map<String, String> engine) {
    this(splits, new TreeMap<>(engine), new TreeMap<>(), null);
  }

  /** The same options with these notes. */
  public StorageOptions withNotes(Map<String, String> newNotes) {
    return new StorageOptions(splits, engine, new TreeMap<>(newNotes), writes);
  }

  /** The text of the note {@code comment}, which is stored as a literal; empty if there is none. */
  public String comment() {
    String literal = notes.getOrDefault("comment", "");
    return literal.length() > 1 && literal.startsWith("'")
        ? literal.substring(1, literal.length() - 1).replace("''", "'")
        : literal;
  }

  /**
   * The same options, with rows written by conditional or by plain writes; null for the default.
   */
  public StorageOptions withWrites(@Nullable Writes newWrites) {
    return new StorageOptions(splits, engine, notes, newWrites);
  }

  /**
   * Checks that a table or an index with this key can be split at the split points of these
   * options, and that each engine knows the options with its name.
   *
   * @param what the object that is created, for the error message, such as {@code table payment}
   * @param schema the key of the table or the index
   * @throws TableException if one of these checks fails
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

  /**
   * The name that an attached table has in its engine; empty if the options do not contain this
   * name.
   */
  public Optional<String> attachedName() {
    return engine.entrySet().stream()
        .filter(option -> option.getKey().endsWith(ATTACHED_NAME))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  /**
   * Whether these options contain nothing else than the name of an attached table in its engine.
   */
  public boolean areOfAttached() {
    return writes == null
        && splits.equals(Splits.BY_KEY)
        && engine.size() == (attachedName().isPresent() ? 1 : 0);
  }

  /**
   * Creates an empty table in an engine. If the engine has regions, the table is created with the
   * split points and the engine options of these options.
   *
   * @param layout the columns, families and key of the table
   */
  public void create(Engine target, TableLayout layout) {
    target
        .regions()
        .ifPresentOrElse(
            regions -> regions.createTable(layout, splits.rowKeys(layout.keySchema()), engine),
            () -> target.createTable(layout));
  }
}
