package keywright.design;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import keywright.cql.Design;
import keywright.design.lint.Finding;
import keywright.design.lint.Lint;
import keywright.design.rows.Strategy;
import keywright.design.simulate.Verdict.Cause;

/** What lint says of where rows and index entries are written to. */
final class HotFindings {
  private static final Set<String> CODES = Set.of("KW101", "KW103", "KW106", "KW108", "KW109");

  private HotFindings() {}

  /** The codes that a primary key with this cause has: one, or none. */
  static Stream<String> codes(Cause cause) {
    return switch (cause) {
      case NONE -> Stream.empty();
      case RISING -> Stream.of("KW101");
      case FEW_VALUES, BOTH -> Stream.of("KW103");
      case TOGETHER -> Stream.of("KW108");
      case HOT_ROWS -> Stream.of("KW109");
    };
  }

  /** Of a table with this primary key. */
  static List<Finding> ofPrimaryKey(CorpusRows rows, String key) {
    return of(rows, "CREATE TABLE t (%s, PRIMARY KEY (%s));".formatted(rows.declarations(), key));
  }

  /** Of a table with a random primary key and an index with this one. */
  static List<Finding> ofIndex(CorpusRows rows, String key) {
    CorpusRows withId = rows.withRowId();
    return of(withId, indexScript(withId, key));
  }

  /** What {@code simulate} replays for the index of {@link #ofIndex}. */
  static Strategy indexStrategy(CorpusRows rows, String key) {
    Design design = Design.read(indexScript(rows.withRowId(), key));
    return new Strategy("t_by_key", design.table("t").orElseThrow().indexSchema("t_by_key"));
  }

  private static String indexScript(CorpusRows withId, String key) {
    return "CREATE TABLE t (%s, PRIMARY KEY (row_id)); CREATE INDEX t_by_key ON t (%s);"
        .formatted(withId.declarations(), key);
  }

  private static List<Finding> of(CorpusRows rows, String script) {
    return Lint.of(Design.read(script)).withRows("t", rows).findings().stream()
        .filter(finding -> CODES.contains(finding.code().id()))
        .toList();
  }
}
