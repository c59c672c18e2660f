package keywright.cql;

import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import keywright.table.Page;
import keywright.table.Rows;
import keywright.table.model.Plan;

/** What a SELECT has read, in words. */
final class SelectReads {
  private SelectReads() {}

  /** Of rows that are read as they are asked for. */
  static Result.Reads of(Rows rows) {
    return new Result.Reads() {
      @Override
      public String access() {
        return SelectReads.access(rows.plan(), rows.entriesRead(), rows.rowsRead());
      }

      @Override
      public String skipped() {
        return SelectReads.skipped(rows.plan(), rows.unreadable(), rows.unreadableKeys());
      }
    };
  }

  static Result.Reads of(Page page) {
    return new Result.Reads.Done(
        access(page.plan(), page.entriesRead(), page.rowsRead()),
        skipped(page.plan(), page.unreadable(), page.unreadableKeys()));
  }

  private static String skipped(Plan plan, long count, List<byte[]> rowKeys) {
    if (count == 0) {
      return "";
    }
    return "%s of %s skipped, because %s cannot be read (row %s %s%s)"
        .formatted(
            Counts.rows(count),
            plan.index().map(index -> "index " + index).orElse(plan.table()),
            count == 1 ? "it" : "they",
            count == 1 ? "key" : "keys",
            rowKeys.stream().map(HexFormat.of()::formatHex).collect(Collectors.joining(", ")),
            count > rowKeys.size() ? ", …" : "");
  }

  private static String access(Plan plan, long entries, long rows) {
    StringBuilder access = new StringBuilder(plan.accessClass() + " by ");
    access.append(plan.index().map(index -> "index " + index).orElse("the primary key"));
    if (plan.fanOut() > 1) {
      access.append(", ").append(Counts.of(plan.fanOut(), "range"));
    }
    if (plan.index().isPresent()) {
      access.append(", ").append(Counts.of(entries, "entry", "entries"));
    }
    if (!plan.isCovering()) {
      access.append(", ").append(Counts.rows(rows));
    }
    return access.toString();
  }
}
