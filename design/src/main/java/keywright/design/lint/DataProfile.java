package keywright.design.lint;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import keywright.design.cluster.Model;
import keywright.design.rows.Arrivals;
import keywright.design.rows.DesignedKey;
import keywright.design.rows.Strategy;
import keywright.design.simulate.KeyReplay;
import keywright.design.simulate.Simulation;
import keywright.key.Column;
import keywright.key.KeyFormat;
import keywright.key.KeySchema;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.TableDefinition;
import org.jspecify.annotations.Nullable;

/**
 * What the rows of a table look like, from going through them once, and how they are replayed under
 * its keys. The row keys are kept. Used by one thread.
 */
final class DataProfile {
  /** What a stored value takes beside its bytes: row key and name are counted apart. */
  static final int CELL_BYTES = 16;

  private final Arrivals arrivals;
  private final Map<String, ColumnProfile> columns = new LinkedHashMap<>();
  private final Map<String, KeyProfile> keys = new HashMap<>();
  private final Map<String, Long> familyRows = new LinkedHashMap<>();
  private final Map<String, Long> familyBytes = new LinkedHashMap<>();
  private final Model model;
  private final Map<String, KeyReplay> replays = new HashMap<>();
  private long rows;
  private long bytes;

  private DataProfile(Arrivals arrivals, Model model) {
    this.arrivals = arrivals;
    this.model = model;
  }

  /**
   * Goes through the rows.
   *
   * @param model how the table is shared out among servers
   */
  static DataProfile of(
      TableDefinition table, List<DesignedKey> keys, Arrivals arrivals, Model model) {
    DataProfile profile = new DataProfile(arrivals, model);
    profile.read(table, keys);
    return profile;
  }

  private void read(TableDefinition table, List<DesignedKey> designed) {
    Set<String> delimiters = new HashSet<>();
    for (DesignedKey key : designed) {
      KeyFormat format = key.schema().format();
      if (format.delimiter() != null && !format.delimiter().isEmpty()) {
        delimiters.add(format.delimiter());
      }
      boolean unique = key.isPrimary() || Objects.requireNonNull(key.index()).unique();
      keys.put(
          name(key),
          new KeyProfile(
              key.isPrimary() || !unique ? key.schema() : uniqueSchema(key),
              arrivals.columns(),
              unique));
      replays.put(name(key), new KeyReplay(key.strategy(), arrivals.columns(), model));
    }
    List<Column> held = arrivals.columns();
    String[] families = new String[held.size()];
    ColumnProfile[] profiles = new ColumnProfile[held.size()];
    for (int i = 0; i < held.size(); i++) {
      Column column = held.get(i);
      profiles[i] = new ColumnProfile(column, delimiters);
      columns.put(column.name(), profiles[i]);
      families[i] =
          table
              .column(column.name())
              .map(ColumnDefinition::family)
              .orElse(FamilyDefinition.DEFAULT_NAME);
    }
    Set<String> inKey = new HashSet<>(table.keyColumns());
    arrivals.forEach(row -> add(row, profiles, families, inKey, delimiters));
  }

  /** The declared parts alone, which no two rows may share. */
  private static KeySchema uniqueSchema(DesignedKey key) {
    return KeySchema.of(key.schema().columns(), key.parts(), key.schema().format());
  }

  private void add(
      @Nullable Object[] row,
      ColumnProfile[] profiles,
      String[] families,
      Set<String> inKey,
      Set<String> delimiters) {
    rows++;
    Set<String> present = new HashSet<>();
    boolean holdsDelimiter = false;
    for (int i = 0; i < row.length; i++) {
      Object value = row[i];
      long before = profiles[i].bytes();
      profiles[i].add(value);
      if (value == null) {
        continue;
      }
      String name = arrivals.columns().get(i).name();
      long size = profiles[i].bytes() - before + CELL_BYTES;
      bytes += size;
      if (!inKey.contains(name)) {
        present.add(families[i]);
        familyBytes.merge(families[i], size, Long::sum);
      } else if (value instanceof String text) {
        holdsDelimiter |= delimiters.stream().anyMatch(text::contains);
      }
    }
    present.forEach(family -> familyRows.merge(family, 1L, Long::sum));
    boolean isCounted = !holdsDelimiter;
    keys.values().forEach(key -> key.add(row, isCounted));
    replays.values().forEach(key -> key.add(row));
  }

  private static String name(DesignedKey key) {
    return key.index() == null ? "" : key.index().name();
  }

  long rows() {
    return rows;
  }

  /** The mean bytes of a row as stored. */
  long rowBytes() {
    return rows == 0 ? 0 : bytes / rows;
  }

  /** How rows look under a key; null when they hold no values for some of its columns. */
  @Nullable KeyProfile key(DesignedKey key) {
    KeyProfile profile = keys.get(name(key));
    return profile == null || !profile.isComplete() ? null : profile;
  }

  /** The columns that a key reads and of which no row has a value. */
  List<String> unseen(DesignedKey key) {
    return Objects.requireNonNull(keys.get(name(key))).unseen();
  }

  /** What became of the rows under a key; null when they do not say. */
  @Nullable Simulation replay(DesignedKey key) {
    return Objects.requireNonNull(replays.get(name(key))).simulation();
  }

  /** What becomes of the rows under other keys, in their order; null where they do not say. */
  List<@Nullable Simulation> replay(List<Strategy> strategies) {
    List<KeyReplay> others =
        strategies.stream()
            .map(strategy -> new KeyReplay(strategy, arrivals.columns(), model))
            .toList();
    arrivals.forEach(row -> others.forEach(other -> other.add(row)));
    List<@Nullable Simulation> found = new ArrayList<>();
    others.forEach(other -> found.add(other.simulation()));
    return found;
  }

  /** How large the partitions of a key are; goes through the rows. */
  PartitionSizes sizes(Strategy strategy, @Nullable String time) {
    PartitionSizes sizes = new PartitionSizes(strategy, arrivals.columns(), time);
    arrivals.forEach(sizes::add);
    return sizes;
  }

  /** The values of a column; null when rows have none. */
  @Nullable ColumnProfile column(String name) {
    ColumnProfile profile = columns.get(name);
    return profile == null || profile.values() == 0 ? null : profile;
  }

  /** The rows that have a value in a family, by family, columns of the primary key apart. */
  Map<String, Long> familyRows() {
    return familyRows;
  }

  Map<String, Long> familyBytes() {
    return familyBytes;
  }

  /**
   * Whether no two rows share a key of these parts.
   *
   * @param misfits so many rows at most may have no key
   */
  boolean isUnique(KeySchema schema, long misfits) {
    KeyProfile profile = profileOf(schema);
    return profile.isComplete() && profile.misfits() <= misfits && profile.collisions().lost() == 0;
  }

  /** Whether some rows share a key of these parts with another row. */
  boolean isShared(KeySchema schema) {
    return profileOf(schema).collisions().lost() > 0;
  }

  private KeyProfile profileOf(KeySchema schema) {
    KeyProfile profile = new KeyProfile(schema, arrivals.columns(), true);
    arrivals.forEach(row -> profile.add(row, true));
    return profile;
  }
}
