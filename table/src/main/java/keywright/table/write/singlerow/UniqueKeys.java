package keywright.table.write.singlerow;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import keywright.key.Key;
import keywright.store.StoredRow;
import keywright.store.Written;
import keywright.table.layout.StoredClaims;
import keywright.table.layout.StoredIndex;
import keywright.table.layout.StoredTable;
import keywright.table.write.UniqueKey;
import org.jspecify.annotations.Nullable;

/**
 * Looks up, reserves and frees keys of unique indexes for the rows of one call, on engines with
 * single-row atomicity. A key is looked up to find its owner, reserved before its row is written,
 * and freed when its row no longer has it. Safe for many threads.
 */
public final class UniqueKeys {
  private final Reservations reservations;

  public UniqueKeys(Reservations reservations) {
    this.reservations = reservations;
  }

  /**
   * The unique keys of a row in all unique indexes, according to its stored columns. The row may
   * have expired. Empty for a tombstone, a forwarding record, or null.
   */
  public static Set<UniqueKey> of(StoredTable table, @Nullable StoredRow row) {
    return row == null || !table.hasUniqueIndex() || !IndexEntry.mayBeIn(row)
        ? Set.of()
        : of(table, table.row(row));
  }

  /**
   * The unique keys of a row with these values, in all unique indexes.
   *
   * @param values one value for each column of the table
   */
  public static Set<UniqueKey> of(StoredTable table, @Nullable Object[] values) {
    Set<UniqueKey> keys = new LinkedHashSet<>();
    for (StoredIndex index : table.indexes()) {
      StoredClaims unique = index.claims();
      Key key = unique == null ? null : unique.entry(values);
      if (unique != null && key != null) {
        keys.add(new UniqueKey(unique, key));
      }
    }
    return keys;
  }

  /**
   * Finds the owners of the unique keys that the changes of {@code read} add to rows or remove from
   * rows. If the change of an earlier, unwritten row of the call adds or removes the same key, the
   * later row goes back to the stage {@link RowStage.Unread}. It is read again after the earlier
   * row is written. So the result is the same as if the rows were written one after the other.
   *
   * @param rows all rows of the call, in order
   * @param read the rows of {@code rows} that were just read
   */
  public void readOwners(List<RowCommit> rows, List<RowCommit> read) {
    if (!read.get(0).table().hasUniqueIndex()) {
      return;
    }
    Set<RowCommit> asking = new HashSet<>(read);
    Set<UniqueKey> taken = new HashSet<>();
    List<RowCommit> first = new ArrayList<>();
    for (RowCommit row : rows) {
      boolean asks = asking.contains(row);
      if (asks || row.stage() instanceof RowStage.Planned) {
        Set<UniqueKey> keys = row.isPlanned() ? row.plan().keysToRead() : Set.of();
        if (asks && Collections.disjoint(keys, taken)) {
          first.add(row);
        } else if (asks) {
          row.to(new RowStage.Unread());
        }
        taken.addAll(keys);
      }
    }
    readOwners(first);
  }

  /**
   * Reads the owners of the unique keys that the changes of {@code rows} add or remove. The owner
   * of a unique key is the row that has the key.
   */
  private void readOwners(List<RowCommit> rows) {
    Map<UniqueKey, @Nullable Key> wanted = new LinkedHashMap<>();
    List<RowCommit> asking = new ArrayList<>();
    for (RowCommit row : rows) {
      Set<UniqueKey> keys = row.isPlanned() ? row.plan().keysToRead() : Set.of();
      if (!keys.isEmpty()) {
        asking.add(row);
        keys.forEach(key -> wanted.put(key, row.key()));
      }
    }
    if (!asking.isEmpty()) {
      StoredTable table = asking.get(0).table();
      Map<UniqueKey, Reservation> read = reservations.read(table, wanted);
      for (RowCommit row : asking) {
        row.to(RowStage.of(plan(row, row.plan(), read)));
      }
    }
  }

  /**
   * Reads the owners of the unique keys that the changes of {@code row} add or remove. The owner of
   * a unique key is the row that has the key.
   *
   * @param plan the plan of the changes
   * @return the plan with these owners
   */
  public RowPlan readOwners(RowCommit row, RowPlan plan) {
    Map<UniqueKey, @Nullable Key> wanted = new LinkedHashMap<>();
    plan.keysToRead().forEach(key -> wanted.put(key, row.key()));
    return wanted.isEmpty() ? plan : plan(row, plan, reservations.read(row.table(), wanted));
  }

  private RowPlan plan(RowCommit row, RowPlan plan, Map<UniqueKey, Reservation> read) {
    return plan.with(
        key -> read.computeIfAbsent(key, any -> reservations.readOne(row.table(), key, row.key())));
  }

  /**
   * Reserves the unique keys that the changes add to rows.
   *
   * @return the rows whose keys could not be reserved, with the answer of the engine
   */
  Map<RowCommit, Written> reserve(List<RowCommit> rows) {
    if (rows.isEmpty() || !rows.get(0).table().hasUniqueIndex()) {
      return Map.of();
    }
    List<RowCommit> wanting = new ArrayList<>();
    List<Reservations.Claim> claims = new ArrayList<>();
    for (RowCommit row : rows) {
      if (row.stage() instanceof RowStage.Planned planned && !planned.sends().reserved()) {
        for (Reservation one : planned.plan().toReserve()) {
          wanting.add(row);
          claims.add(new Reservations.Claim(one, row.key()));
        }
      }
    }
    Map<RowCommit, Written> refused = new LinkedHashMap<>();
    if (!claims.isEmpty()) {
      List<Written> answers = reservations.claim(wanting.get(0).table(), claims);
      for (int i = 0; i < answers.size(); i++) {
        if (answers.get(i) != Written.DONE) {
          refused.merge(wanting.get(i), answers.get(i), (a, b) -> a == Written.UNANSWERED ? a : b);
        }
      }
      for (RowCommit row : wanting) {
        if (!refused.containsKey(row) && row.stage() instanceof RowStage.Planned planned) {
          row.to(planned.withReserved());
        }
      }
    }
    return refused;
  }

  /** Frees the unique keys that written rows no longer have. */
  void release(List<RowCommit> rows) {
    if (rows.isEmpty() || !rows.get(0).table().hasUniqueIndex()) {
      return;
    }
    reservations.release(rows.stream().flatMap(row -> row.plan().toRelease().stream()).toList());
  }
}
