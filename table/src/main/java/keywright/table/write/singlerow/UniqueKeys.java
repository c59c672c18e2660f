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
 * The steps that rows of one call take together towards the keys of unique indexes, where the
 * engine has single-row atomicity. Safe for many threads.
 */
public final class UniqueKeys {
  private final Reservations reservations;

  public UniqueKeys(Reservations reservations) {
    this.reservations = reservations;
  }

  /**
   * The keys that a row has in unique indexes by its stored columns, expired or not; none for one
   * that is gone.
   */
  public static Set<UniqueKey> of(StoredTable table, @Nullable StoredRow row) {
    return row == null || !table.hasUniqueIndex() || !IndexEntry.mayBeIn(row)
        ? Set.of()
        : of(table, table.row(row));
  }

  /** The keys that a row of these values has in unique indexes. */
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
   * Finds out who has the keys that rows come to. Rows that come to a key which an earlier one, not
   * yet written, comes to or leaves are put off, so that all is as if one row were written after
   * another.
   *
   * @param rows those of the call, in order
   * @param read those that were just read
   */
  public void look(List<RowCommit> rows, List<RowCommit> read) {
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
    look(first);
  }

  /** Finds out who has the keys that rows come to. */
  private void look(List<RowCommit> rows) {
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

  /** Finds out who has the keys that a plan of a row comes to; gives the plan by that. */
  public RowPlan look(RowCommit row, RowPlan plan) {
    Map<UniqueKey, @Nullable Key> wanted = new LinkedHashMap<>();
    plan.keysToRead().forEach(key -> wanted.put(key, row.key()));
    return wanted.isEmpty() ? plan : plan(row, plan, reservations.read(row.table(), wanted));
  }

  private RowPlan plan(RowCommit row, RowPlan plan, Map<UniqueKey, Reservation> read) {
    return plan.with(
        key -> read.computeIfAbsent(key, any -> reservations.readOne(row.table(), key, row.key())));
  }

  /**
   * Reserves the keys that rows come to.
   *
   * @return those for which it could not be done, and how that was answered
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

  /** Gives back the keys that written rows have left. */
  void release(List<RowCommit> rows) {
    if (rows.isEmpty() || !rows.get(0).table().hasUniqueIndex()) {
      return;
    }
    reservations.release(rows.stream().flatMap(row -> row.plan().toRelease().stream()).toList());
  }
}
