package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.List;
import keywright.table.model.Query;
import keywright.table.model.Row;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/**
 * Holds what is said of one row of table t to whether it meets the conditions, and to its place in
 * the rows of the query. Rows are arrays in the order of the names.
 */
final class ExplanationCheck {
  /** More rows than any table has that is tried. */
  private static final int ALL_ROWS = 10_000;

  private final AnswerCheck answers;
  private final List<String> names;
  private final Collection<String> keyColumns;

  /**
   * @param keyColumns in the order of use in the primary key
   */
  ExplanationCheck(AnswerCheck answers, List<String> names, Collection<String> keyColumns) {
    this.answers = answers;
    this.names = names;
    this.keyColumns = keyColumns;
  }

  /** Checks; the outcome, to be counted. */
  String check(Database database, Query query, @Nullable Object[] row, boolean meets) {
    Object[] key = keyColumns.stream().map(column -> row[names.indexOf(column)]).toArray();
    List<String> lines;
    try {
      lines = database.table("t").explain(query, key);
    } catch (TableException e) {
      assertThat(e.getMessage()).startsWith("cannot read t ");
      return "explanation refused";
    }
    String text = query + "\n" + String.join("\n", lines);
    Integer limit = query.limit();
    int before = meets && limit != null ? rowsBefore(database, query, row) : 0;
    boolean full = limit != null && before >= limit;
    assertThat(lines.get(lines.size() - 1).equals("result: the row is in the result"))
        .as(text)
        .isEqualTo(meets && !full);
    if (meets && limit != null) {
      assertThat(lines.get(lines.size() - 2))
          .as(text)
          .isEqualTo(
              full
                  ? "limit: %,d rows come before the row in this order".formatted(limit)
                  : "limit: the row is number %,d of at most %,d".formatted(before + 1, limit));
    }
    boolean inside = lines.stream().anyMatch(line -> line.matches("range.*: inside, .*"));
    boolean kept = lines.contains("filter: keeps the row") || lines.contains("filter: none");
    assertThat(inside && kept).as(text).isEqualTo(meets);
    return !meets ? "explained out" : full ? "explained out by LIMIT" : "explained in";
  }

  /** How many rows of the query come before {@code row} in its order, whatever its LIMIT. */
  private int rowsBefore(Database database, Query query, @Nullable Object[] row) {
    List<Row> all = database.table("t").query(query.withItems().withLimit(ALL_ROWS)).toList();
    int place = answers.place(all, row);
    assertThat(place).as(query.toString()).isNotNegative();
    return place;
  }
}
