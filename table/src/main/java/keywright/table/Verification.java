package keywright.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import keywright.key.Key;
import keywright.key.KeyRange;
import keywright.key.KeySchema;
import keywright.store.FamilyLayout;
import keywright.store.RowCursor;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.store.TableLayout;

/** Compares a table with its indexes, all of it from one snapshot and in memory. */
final class Verification {
  private final Snapshot snapshot;
  private final StoredTable table;
  private final List<String> differences = new ArrayList<>();

  /**
   * @param snapshot is closed at the end
   */
  Verification(Snapshot snapshot, StoredTable table) {
    this.snapshot = snapshot;
    this.table = table;
  }

  /** One line for each row without its entry and each entry without its row. */
  List<String> differences() {
    try (snapshot) {
      List<StoredRow> rows = read(table.layout());
      rows.forEach(this::checkRow);
      for (StoredIndex index : table.indexes()) {
        checkIndex(index, rows, read(index.layout()));
      }
    }
    return differences;
  }

  private List<StoredRow> read(TableLayout layout) {
    Set<String> families =
        layout.families().stream().map(FamilyLayout::name).collect(Collectors.toSet());
    List<StoredRow> rows = new ArrayList<>();
    try (RowCursor cursor =
        snapshot.scan(layout, KeyRange.all(), new ScanOptions(families, false))) {
      for (StoredRow row = cursor.next(); row != null; row = cursor.next()) {
        rows.add(row);
      }
    }
    return rows;
  }

  private void checkRow(StoredRow row) {
    KeySchema schema = table.primaryKey();
    if (!schema.key(table.row(row)).equals(row.key())) {
      differences.add(
          "row %s of %s holds other key columns than its key"
              .formatted(schema.readable(row.key()), table.name()));
    }
  }

  private void checkIndex(StoredIndex index, List<StoredRow> rows, List<StoredRow> entries) {
    Map<Key, Key> expected = new HashMap<>();
    rows.forEach(row -> expected.put(index.key(table.row(row)), row.key()));
    for (StoredRow entry : entries) {
      byte[] rowKey =
          Objects.requireNonNullElse((byte[]) entry.value(StoredIndex.ROW_KEY_COLUMN), new byte[0]);
      Key row = expected.remove(entry.key());
      String readable = index.schema().readable(entry.key());
      if (row == null) {
        differences.add("entry %s of %s has no row".formatted(readable, index.name()));
      } else if (!Arrays.equals(table.primaryKey().encode(row), rowKey)) {
        differences.add("entry %s of %s leads to another row".formatted(readable, index.name()));
      }
    }
    if (index.isReadable()) {
      expected.forEach(
          (entry, row) ->
              differences.add(
                  "row %s of %s has no entry %s in %s"
                      .formatted(
                          table.primaryKey().readable(row),
                          table.name(),
                          index.schema().readable(entry),
                          index.name())));
    }
  }
}
