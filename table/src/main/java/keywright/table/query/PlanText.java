package keywright.table.query;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import keywright.key.ByteRange;
import keywright.key.KeyBound;
import keywright.key.KeyRange;
import keywright.key.KeySchema;
import keywright.key.KeySpan;
import keywright.table.model.AccessClass;
import keywright.table.model.Grouping;
import keywright.table.model.History;
import keywright.table.model.Limits;
import keywright.table.model.Names;
import keywright.table.model.Plan;
import keywright.table.model.Query;

/** The lines that EXPLAIN prints for a plan. */
final class PlanText {
  private static final int RANGES_SHOWN = 16;

  private final QueryPlan plan;
  private final KeyCandidate chosen;
  private final List<String> lines = new ArrayList<>();

  PlanText(QueryPlan plan, KeyCandidate chosen) {
    this.plan = plan;
    this.chosen = chosen;
  }

  List<String> lines() {
    line(
        "reads",
        plan.index().map(index -> "index " + index).orElse("table " + plan.table())
            + " "
            + chosen.key());
    line("access", plan.accessClass().toString());
    addRanges();
    line("fan-out", fanOut());
    line("filter", filter());
    line("order", order());
    addGroups();
    line("rows", rows());
    addHistory();
    if (hasPages()) {
      line("pages", "resume after " + plan.rowOrder());
    }
    for (Plan.Rejected other : plan.rejected()) {
      line(
          "not " + (other.key().equals(plan.table()) ? "table " : "index ") + other.key(),
          other.reason());
    }
    return lines;
  }

  private boolean hasPages() {
    Query query = plan.query();
    return (!query.isAggregate() || query.grouping().hasGroups())
        && query.history().versions() == 0;
  }

  private void addGroups() {
    Grouping grouping = plan.query().grouping();
    String sought = plan.seeksGroups() ? "the next %s is then sought" : "the others are skipped";
    if (grouping.hasGroups()) {
      line(
          "groups",
          "by "
              + grouping.columns().stream().map(Names::quote).collect(Collectors.joining(", "))
              + ", adjacent in the order of the key"
              + (plan.query().isAggregate()
                  ? ": every row of a group is read"
                  : ": one row of a group is enough, " + sought.formatted("group")));
    }
    if (grouping.limitsPartitions()) {
      line(
          "partitions",
          "up to %s of each, %s"
              .formatted(
                  grouping.rowsOfPartition() == 1
                      ? "1 row"
                      : "%,d rows".formatted(grouping.rowsOfPartition()),
                  sought.formatted("partition")));
    }
  }

  private void addHistory() {
    History history = plan.query().history();
    if (history.versions() > 0) {
      line("versions", "up to %,d of each row".formatted(history.versions()));
    }
    if (history.isAsOf()) {
      line("as of", Projection.text(history.asOfMicros()));
    }
  }

  private void line(String label, String text) {
    lines.add(label + ": " + text);
  }

  private void addRanges() {
    KeySchema schema = plan.keySchema();
    long count = plan.fanOut();
    if (plan.ranges().isEmpty()) {
      line("ranges", "none, no row can meet the conditions");
      return;
    }
    // A range on the last part ends nothing: there is no part after it.
    if (!plan.accessClass().equals(AccessClass.FULL_KEY) && !plan.ranges().stop().isEmpty()) {
      line("ends", plan.ranges().stop());
    }
    List<KeyRange> ranges = plan.ranges().ranges();
    List<KeySpan> spans = plan.tuples().cut(ranges.stream().map(KeySpan::of).toList());
    for (int i = 0; i < Math.min(RANGES_SHOWN, spans.size()); i++) {
      KeySpan span = spans.get(i);
      ByteRange bytes = schema.bytes(span);
      byte[] start = bytes.start();
      byte[] stop = bytes.stop();
      String number = count == 1 ? "" : " " + (i + 1);
      line(
          "start" + number,
          start.length == 0 ? "the first key" : readableStart(schema, span) + rowKey(start));
      line(
          "stop" + number,
          stop == null ? "the last key" : readableStop(schema, span) + rowKey(stop));
    }
    if (spans.size() < ranges.size()) {
      line(
          "ranges",
          "%,d are left out, which have none of the tuples"
              .formatted(ranges.size() - spans.size()));
    }
    if (spans.size() > RANGES_SHOWN) {
      line("ranges", "%,d more".formatted(spans.size() - RANGES_SHOWN));
    }
  }

  private static String readableStart(KeySchema schema, KeySpan span) {
    KeyBound from = span.from();
    if (from == null) {
      return schema.readableStart(span.range());
    }
    String text = schema.readableStart(KeyRange.equalTo(from.values()));
    return from.after() ? text.replaceFirst("^from ", "after ") : text;
  }

  private static String readableStop(KeySchema schema, KeySpan span) {
    KeyBound to = span.to();
    if (to == null) {
      return schema.readableStop(span.range());
    }
    String text = schema.readableStop(KeyRange.equalTo(to.values()));
    return to.after() ? text : text.replaceFirst("^through ", "before ");
  }

  /** A bound as a row key in hex; nothing where the engine has none. */
  private String rowKey(byte[] bound) {
    return plan.stored().traits().hasRowKeys() ? " = " + HexFormat.of().formatHex(bound) : "";
  }

  private String fanOut() {
    String count = plan.fanOut() == 1 ? "1 range" : "%,d ranges".formatted(plan.fanOut());
    List<String> fanOuts = plan.ranges().fanOuts();
    return fanOuts.isEmpty() ? count : count + ", " + String.join(" times ", fanOuts);
  }

  private String filter() {
    List<String> tested = new ArrayList<>();
    plan.residual().forEach(condition -> tested.add(condition.toString()));
    plan.query().rowConditions().forEach(each -> tested.add(each.toString()));
    return tested.isEmpty() ? "none" : String.join(" AND ", tested);
  }

  private String order() {
    if (plan.order() != Plan.Order.SORTED) {
      return plan.order().toString();
    }
    Limits limits = plan.query().limits();
    Integer limit = plan.query().limit();
    String refused =
        plan.sortsUnasked()
            ? "; the query is refused if it reads more than %,d rows, unless it has ALLOW FILTERING"
                .formatted(limits.unaskedRows())
            : "";
    return limit == null
        ? "%s in memory, and on disk if the rows do not fit: every row found is read and kept; the query is refused if it needs more than %,d bytes on disk%s"
            .formatted(plan.order(), limits.sortedDiskBytes(), refused)
        : "%s in memory: every row found is read, the first %,d are kept%s"
            .formatted(plan.order(), limit, refused);
  }

  private String rows() {
    if (plan.isCovering()) {
      return "none read, because the index contains every column that the query needs";
    }
    String families =
        (plan.families().size() == 1 ? "family " : "families ")
            + String.join(", ", plan.families());
    return plan.index().isEmpty()
        ? families
        : families + " of each row that an index entry names, read in batches";
  }
}
