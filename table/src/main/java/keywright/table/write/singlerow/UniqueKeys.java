package keywright.table.write.singlerow;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import keywright.key.Key;
import keywright.store.Written;
import keywright.table.layout.StoredTable;
import keywright.table.write.UniqueKey;
import org.jspecify.annotations.Nullable;

/**
 * The steps that rows of one call take together towards the keys of unique indexes, where the
 * engine changes one row at a time. Safe for many threads.
 */
public final class UniqueKeys {
  private final Reservations reservations;

  public UniqueKeys(Reservations reservations) {
    this.reservations = reservations;
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
      if (asks || row.next() == RowCommit.Next.SEND) {
        Set<UniqueKey> keys = row.keysToRead();
        if (asks && Collections.disjoint(keys, taken)) {
          first.add(row);
        } else if (asks) {
          row.startAnew();
        }
        taken.addAll(keys);
      }
    }
    look(first);
  }

  /** Finds out who has the keys that rows come to. */
  public void look(List<RowCommit> rows) {
    Map<UniqueKey, @Nullable Key> wanted = new LinkedHashMap<>();
    List<RowCommit> asking = new ArrayList<>();
    for (RowCommit row : rows) {
      Set<UniqueKey> keys = row.keysToRead();
      if (!keys.isEmpty()) {
        asking.add(row);
        keys.forEach(key -> wanted.put(key, row.key()));
      }
    }
    if (!asking.isEmpty()) {
      StoredTable table = asking.get(0).table();
      Map<UniqueKey, Reservation> read = reservations.read(table, wanted);
      for (RowCommit row : asking) {
        row.look(
            key -> read.computeIfAbsent(key, any -> reservations.readOne(table, key, row.key())));
      }
    }
  }

  /**
   * Reserves the keys that rows come to.
   *
   * @return those for which it could not be done, and how that was answered
   */
  Map<RowCommit, Written> reserve(List<RowCommit> rows) {
    List<RowCommit> wanting = new ArrayList<>();
    List<Reservations.Claim> claims = new ArrayList<>();
    for (RowCommit row : rows) {
      for (Reservation one : row.toReserve()) {
        wanting.add(row);
        claims.add(new Reservations.Claim(one, row.key()));
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
      wanting.stream().filter(row -> !refused.containsKey(row)).forEach(RowCommit::reserved);
    }
    return refused;
  }

  /** Gives back the keys that written rows have left. */
  void release(List<RowCommit> rows) {
    reservations.release(rows.stream().flatMap(row -> row.toRelease().stream()).toList());
  }
}
