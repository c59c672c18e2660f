package keywright.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import keywright.key.Key;
import keywright.key.KeySchema;
import keywright.key.Type;
import org.jspecify.annotations.Nullable;

/**
 * The layout of a table or an index table in an engine: its name, its key, its families and its
 * columns.
 *
 * <p>Every row has its marker in the first family. The marker contains the version of the row. An
 * engine stores only the names of tables and families. So each call of an engine passes the layout
 * of the table.
 *
 * <p>Immutable and safe for use by many threads.
 */
public final class TableLayout {

  /**
   * The other clients that may use a table. The kind determines how the rows of the table are
   * encoded.
   */
  public enum Kind {
    /** A table of Keywright that other clients may read, if the engine has columns. */
    OWN,
    /**
     * A table of Keywright that other clients may read and write. Its rows are written only by
     * {@link PlainWrites}.
     */
    PLAIN,
    /** A table of Keywright that no other client reads, such as the table of an index. */
    INTERNAL,
    /**
     * A table of another client, whose rows are encoded as that client encodes them, see {@link
     * AttachedTables}.
     */
    ATTACHED
  }

  private final String name;
  private final KeySchema keySchema;
  private final List<FamilyLayout> families;

  /** Ids below this number are found by an array lookup. In most tables all ids are. */
  private static final int SMALL_IDS = 256;

  /** The ids of all columns, ascending. */
  private final int[] columnIds;

  /** For each id below {@link #SMALL_IDS}, the index of its column; -1 for none. */
  private final int[] indexOfId;

  /** The columns, by their index. */
  private final List<ColumnLayout> columns = new ArrayList<>();

  /** For each column, by its index, the class of its values. */
  private final Class<?>[] valueClasses;

  private final int[] familyOfColumn;

  /** For each column, by its index, how its values are stored in cells. */
  private final CellValues.Body[] bodies;

  /** For each column, by its index, the place of its value in {@link StoredRow#columnValues}. */
  private final int[] places;

  private final Map<Integer, Integer> placesOfIds;

  /** The number of values of {@link StoredRow#columnValues}. */
  private final int width;

  private final boolean keepsVersions;
  private final int partitionParts;
  private final Kind kind;
  private final List<String> keyNames;
  private final Consumer<StoredRow> rowCheck;
  private final int hash;

  /**
   * Makes the layout of a table of Keywright whose partition key is the first key part.
   *
   * @throws StoreException if the name is empty, if there is no family, or if two families have the
   *     same name or two columns have the same id
   */
  public TableLayout(String name, KeySchema keySchema, List<FamilyLayout> families) {
    this(name, keySchema, families, 1, Kind.OWN);
  }

  /**
   * Makes a layout whose partition key may have several key parts.
   *
   * @param partitionParts the number of leading parts of the key that form the partition key, on
   *     engines with partitions; at least 1. If the key has fewer parts, all its parts form the
   *     partition key
   * @param kind which other clients use the table
   * @throws StoreException as the other constructor
   */
  public TableLayout(
      String name,
      KeySchema keySchema,
      List<FamilyLayout> families,
      int partitionParts,
      Kind kind) {
    this(
        name,
        keySchema,
        families,
        partitionParts,
        kind,
        keyNames(keySchema, families, kind),
        Map.of(),
        row -> {});
  }

  private TableLayout(
      String name,
      KeySchema keySchema,
      List<FamilyLayout> families,
      int partitionParts,
      Kind kind,
      List<String> keyNames,
      Map<Integer, Integer> placesOfIds,
      Consumer<StoredRow> rowCheck) {
    this.keyNames = keyNames;
    this.rowCheck = rowCheck;
    this.partitionParts = Math.min(partitionParts, keySchema.parts().size());
    this.kind = kind;
    this.name = name;
    this.keySchema = keySchema;
    this.families = List.copyOf(families);
    if (name.isEmpty() || families.isEmpty()) {
      throw new StoreException(
          "cannot lay out table '" + name + "': expected a name and at least one family");
    }
    keepsVersions = families.stream().anyMatch(family -> family.versions() > 1);
    TreeMap<Integer, Integer> familyOfId = new TreeMap<>();
    for (int family = 0; family < families.size(); family++) {
      if (indexOf(families.get(family).name()) != family) {
        throw twice("family", families.get(family).name());
      }
      for (ColumnLayout column : families.get(family).columns()) {
        if (familyOfId.put(column.id(), family) != null) {
          throw twice("column id", Integer.toString(column.id()));
        }
        columns.add(column);
      }
    }
    columns.sort(Comparator.comparingInt(ColumnLayout::id));
    columnIds = columns.stream().mapToInt(ColumnLayout::id).toArray();
    indexOfId = smallIds(columnIds);
    familyOfColumn = familyOfId.values().stream().mapToInt(family -> family).toArray();
    bodies = columns.stream().map(CellValues::body).toArray(CellValues.Body[]::new);
    valueClasses = columns.stream().map(c -> c.type().valueClass()).toArray(Class<?>[]::new);
    this.placesOfIds = Map.copyOf(placesOfIds);
    places = new int[columnIds.length];
    int next = keySchema.columns().size();
    for (int index = 0; index < places.length; index++) {
      Integer place = placesOfIds.get(columnIds[index]);
      places[index] = place == null ? next++ : place;
    }
    width = next;
    hash = 31 * name.hashCode() + this.families.hashCode();
  }

  /**
   * The names of key parts. In an attached table, a part of a single column has the declared name
   * of the column.
   */
  private static List<String> keyNames(
      KeySchema keySchema, List<FamilyLayout> families, Kind kind) {
    List<String> names =
        families.stream()
            .flatMap(family -> family.columns().stream())
            .map(ColumnLayout::name)
            .toList();
    List<String> ofParts = keySchema.partNames(names);
    if (kind != Kind.ATTACHED) {
      return ofParts;
    }
    List<String> declared = new ArrayList<>();
    for (int part = 0; part < ofParts.size(); part++) {
      Set<String> columns = keySchema.parts().get(part).expression().columns();
      declared.add(columns.size() == 1 ? columns.iterator().next() : ofParts.get(part));
    }
    return List.copyOf(declared);
  }

  /**
   * The same layout with other names of columns and key parts in the engine.
   *
   * @param newKeyNames a name for each part of the key
   * @param names the new names by the ids of columns; a column whose id is not in the map keeps its
   *     name
   * @throws StoreException if the number of names differs from the number of key parts
   */
  public TableLayout named(List<String> newKeyNames, Map<Integer, String> names) {
    if (newKeyNames.size() != keyNames.size()) {
      throw new StoreException(
          "cannot lay out table %s: found %d names of key parts, expected %d"
              .formatted(name, newKeyNames.size(), keyNames.size()));
    }
    return new TableLayout(
        name,
        keySchema,
        named(names),
        partitionParts,
        kind,
        List.copyOf(newKeyNames),
        placesOfIds,
        rowCheck);
  }

  /**
   * The same layout for rows whose cells have values of columns of the key schema, as the rows of a
   * table do. {@link StoredRow#columnValues} then has these values in the places of their columns.
   *
   * @param placesOfIds the index of a column in {@link KeySchema#columns} by the id of the column
   *     in this layout; columns whose ids are not in the map have their places after all these
   */
  public TableLayout placed(Map<Integer, Integer> placesOfIds) {
    return new TableLayout(
        name, keySchema, families, partitionParts, kind, keyNames, placesOfIds, rowCheck);
  }

  /**
   * The same layout for rows whose values must fit each other. The check is not compared by {@link
   * #equals}.
   *
   * @param newRowCheck throws an {@link UnreadableRowException} for a row whose values, as far as
   *     they were read, do not fit each other; called by several threads
   */
  public TableLayout checkedBy(Consumer<StoredRow> newRowCheck) {
    return new TableLayout(
        name, keySchema, families, partitionParts, kind, keyNames, placesOfIds, newRowCheck);
  }

  /** Checks a row with the check of {@link #checkedBy}. */
  void check(StoredRow row) {
    rowCheck.accept(row);
  }

  private List<FamilyLayout> named(Map<Integer, String> names) {
    List<FamilyLayout> named = new ArrayList<>();
    for (FamilyLayout family : families) {
      List<ColumnLayout> all = new ArrayList<>();
      for (ColumnLayout column : family.columns()) {
        String newName = names.getOrDefault(column.id(), column.name());
        all.add(new ColumnLayout(column.id(), newName, column.type()));
      }
      named.add(
          new FamilyLayout(
              family.name(), family.compression(), family.ttlSeconds(), family.versions(), all));
    }
    return named;
  }

  private static int[] smallIds(int[] columnIds) {
    int last = 0;
    for (int id : columnIds) {
      last = id < SMALL_IDS ? id : last;
    }
    int[] index = new int[last + 1];
    Arrays.fill(index, -1);
    for (int i = 0; i < columnIds.length && columnIds[i] <= last; i++) {
      index[columnIds[i]] = i;
    }
    return index;
  }

  private StoreException twice(String what, String which) {
    return new StoreException(
        "cannot lay out table " + name + ": found " + what + " " + which + " twice");
  }

  /** The name of the table. */
  public String name() {
    return name;
  }

  /** The schema of the key of the table's rows. */
  public KeySchema keySchema() {
    return keySchema;
  }

  /**
   * The names of the parts of the key, for engines that store each key part in a column. By default
   * the names are those of {@link KeySchema#partNames}. A table keeps the names with which it was
   * created.
   */
  public List<String> keyNames() {
    return keyNames;
  }

  /** The families, in order. The first family has the markers of the rows. */
  public List<FamilyLayout> families() {
    return families;
  }

  /** The names of the families, in their order. */
  public Set<String> familyNames() {
    Set<String> names = new LinkedHashSet<>();
    families.forEach(family -> names.add(family.name()));
    return names;
  }

  /** The number of leading key parts that form the partition key. */
  public int partitionParts() {
    return partitionParts;
  }

  /**
   * Whether two rows are in the same partition, because the key parts that form the partition are
   * equal.
   */
  public boolean isOnePartition(Key a, Key b) {
    boolean same = true;
    for (int part = 0; same && part < partitionParts; part++) {
      same = Type.same(a.part(part), b.part(part));
    }
    return same;
  }

  /**
   * Whether the table was created by another client. The rows of such a table are encoded as that
   * client encodes them.
   */
  public boolean isAttached() {
    return kind == Kind.ATTACHED;
  }

  /** Whether the table is a table of Keywright whose rows are written by {@link PlainWrites}. */
  public boolean isPlain() {
    return kind == Kind.PLAIN;
  }

  /** Whether only Keywright reads the table, as the table of an index. */
  public boolean isInternal() {
    return kind == Kind.INTERNAL;
  }

  /**
   * The time to live of values in seconds, for a table whose families all have the same time to
   * live; 0 if values do not expire. Families without columns are ignored.
   */
  public long ttlSeconds() {
    for (FamilyLayout family : families) {
      if (!family.columns().isEmpty()) {
        return family.ttlSeconds();
      }
    }
    return families.get(families.size() - 1).ttlSeconds();
  }

  /** Whether at least one family keeps more than one version of its values. */
  public boolean keepsVersions() {
    return keepsVersions;
  }

  /** The number of columns in all families. */
  public int columnCount() {
    return columnIds.length;
  }

  /** The column with the id {@code id}; null if the layout has no such column. */
  public @Nullable ColumnLayout column(int id) {
    int index = columnIndex(id);
    return index < 0 ? null : columns.get(index);
  }

  /**
   * The index of the column with the id {@code id} among all columns of the layout, sorted by id;
   * negative if the layout has no such column.
   */
  public int columnIndex(int id) {
    return id >= 0 && id < indexOfId.length ? indexOfId[id] : Arrays.binarySearch(columnIds, id);
  }

  /** How the values of the column at an index that {@link #columnIndex} gave are stored. */
  CellValues.Body bodyAt(int index) {
    return bodies[index];
  }

  /** The family of the column at an index, by the index of the family. */
  int familyAt(int index) {
    return familyOfColumn[index];
  }

  /** The place in {@link StoredRow#columnValues} of the column at an index. */
  int placeAt(int index) {
    return places[index];
  }

  /** The number of values of {@link StoredRow#columnValues}. */
  int width() {
    return width;
  }

  /** The class of the values of the column at an index. */
  Class<?> valueClassAt(int index) {
    return valueClasses[index];
  }

  /** The column at an index that {@link #columnIndex} gave. */
  ColumnLayout columnAt(int index) {
    return columns.get(index);
  }

  /**
   * The index in {@link #families} of the family of the column with the id {@code id}.
   *
   * @throws StoreException if the layout has no such column
   */
  public int familyOf(int id) {
    int index = columnIndex(id);
    if (index < 0) {
      throw new StoreException(
          "cannot find a column of "
              + name
              + ": found id "
              + id
              + ", expected one of "
              + Arrays.toString(columnIds));
    }
    return familyOfColumn[index];
  }

  /**
   * The index in {@link #families} of the family with the name {@code family}.
   *
   * @throws StoreException if the layout has no such family
   */
  public int familyIndex(String family) {
    int index = indexOf(family);
    if (index < 0) {
      throw new StoreException(
          "cannot find a family of "
              + name
              + ": found "
              + family
              + ", expected one of "
              + String.join(", ", families.stream().map(FamilyLayout::name).toList()));
    }
    return index;
  }

  private int indexOf(String family) {
    for (int index = 0; index < families.size(); index++) {
      if (families.get(index).name().equals(family)) {
        return index;
      }
    }
    return -1;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    // Engines look tables up by their layout with each read.
    return other == this || (other instanceof TableLayout layout && isSame(layout));
  }

  private boolean isSame(TableLayout layout) {
    return name.equals(layout.name)
        && kind == layout.kind
        && partitionParts == layout.partitionParts
        && families.equals(layout.families)
        && keyNames.equals(layout.keyNames)
        && placesOfIds.equals(layout.placesOfIds)
        && keySchema.columns().equals(layout.keySchema.columns())
        && keySchema.parts().equals(layout.keySchema.parts())
        && keySchema.format().equals(layout.keySchema.format());
  }

  @Override
  public int hashCode() {
    return hash;
  }

  /** The name of the table and its families, as text. */
  @Override
  public String toString() {
    return name + families;
  }
}
