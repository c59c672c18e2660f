package keywright.table;

import static keywright.table.Payments.eq;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import keywright.table.RowHistories.Outcome;
import keywright.table.RowHistories.Write;
import keywright.table.model.OrderBy;
import keywright.table.model.Query;
import keywright.table.model.Row;

/** One who reads parcels by their indexes, and finds what is wrong with the rows. */
final class ParcelReader {
  private final Parcels parcels;
  private final CallLog calls;
  private final Table table;

  ParcelReader(Parcels parcels, CallLog calls, Database database) {
    this.parcels = parcels;
    this.calls = calls;
    this.table = database.table("parcel");
  }

  /** Reads something that is drawn; gives whether that could be read. */
  boolean read(Random random) {
    String state = Parcels.STATES.get(random.nextInt(Parcels.STATES.size()));
    Outcome outcome =
        random.nextInt(3) == 0
            ? calls.outcome("newest first", this::readNewest)
            : calls.outcome("by state", () -> readState(state));
    return outcome == Outcome.DONE;
  }

  /** The rows in a state: each was in it while that was read, and none that was all along lacks. */
  private void readState(String state) {
    long since = System.nanoTime();
    List<Row> found = rows(Query.all().where(eq("state", state)));
    long until = System.nanoTime();
    Set<Long> ids = new HashSet<>();
    for (Row row : found) {
      require(row, since, until);
      if (!row.getString("state").equals(state)) {
        calls.wrong("asked for " + state + ", found " + row);
      }
      if (!ids.add(row.getLong("id"))) {
        calls.wrong("found twice in " + state + ": " + row);
      }
    }
    for (long id = 0; id < Parcels.ROWS; id++) {
      Write certain = parcels.rows.certain(id, since, until);
      if (certain != null && state.equals(certain.state) && !ids.contains(id)) {
        calls.wrong(
            "missed write %d of row %d in %s: %s"
                .formatted(certain.number, id, state, parcels.rows.describe(id)));
      }
    }
  }

  /** A row that is written meanwhile moves within this index, and may be missed or come twice. */
  private void readNewest() {
    long since = System.nanoTime();
    List<Row> found = rows(Query.all().orderedBy(new OrderBy("number", true)));
    long until = System.nanoTime();
    long last = Long.MAX_VALUE;
    Set<Long> numbers = new HashSet<>();
    for (Row row : found) {
      require(row, since, until);
      if (row.getLong("number") >= last) {
        calls.wrong("out of order: " + row + " behind " + last);
      }
      last = row.getLong("number");
      numbers.add(last);
    }
    for (long id = 0; id < Parcels.ROWS; id++) {
      Write certain = parcels.rows.certain(id, since, until);
      if (certain != null && certain.state != null && !numbers.contains(certain.number)) {
        calls.wrong(
            "missed write %d of row %d: %s"
                .formatted(certain.number, id, parcels.rows.describe(id)));
      }
    }
  }

  /** Reads every row by every way, when nobody writes any longer. */
  void readAll() {
    Parcels.STATES.forEach(this::readState);
    readNewest();
    List<Row> byIndex = rows(Query.all().orderedBy(new OrderBy("number", true)));
    assertThat(byIndex).hasSameSizeAs(rows(Query.all()));
    for (long id = 0; id < Parcels.ROWS; id++) {
      long moment = System.nanoTime();
      Row row = table.get(id).orElse(null);
      Write certain = parcels.rows.known(id);
      if (row != null) {
        require(row, moment, System.nanoTime());
      }
      if (certain != null && (row == null) != (certain.state == null)) {
        calls.wrong("row %d is %s after %s".formatted(id, row, parcels.rows.describe(id)));
      }
    }
  }

  private void require(Row row, long since, long until) {
    String reason = parcels.rows.wrong(row, since, until);
    if (reason != null) {
      calls.wrong(reason + "; " + parcels.rows.describe(row.getLong("id")));
    }
  }

  private List<Row> rows(Query query) {
    List<Row> found = new ArrayList<>();
    try (Rows all = table.query(query)) {
      all.forEach(found::add);
    }
    return found;
  }
}
