package keywright.design.lint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import keywright.cql.Design;
import keywright.design.rows.Arrivals;
import keywright.key.Column;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** KW604: a family is proposed where it halves what the queries read, and nowhere else. */
class ReadFamilyRulesTest {
  private static final String TABLE =
      """
      CREATE TABLE article (
          article_no uuid, title text, price int, description text,
          PRIMARY KEY (article_no)
      );
      """;
  private static final String TAG =
      "QUERY tag RATE 500/s AS SELECT title, price FROM article WHERE article_no = ?;\n";

  private record Articles(List<Column> columns, int descriptionLength, int described)
      implements Arrivals {
    @Override
    public void forEach(Consumer<@Nullable Object[]> row) {
      String description = "x".repeat(descriptionLength);
      for (int i = 0; i < 100; i++) {
        UUID id = new UUID(i * 0x9e3779b97f4a7c15L, i);
        @Nullable Object[] values = new @Nullable Object[columns.size()];
        values[0] = id;
        values[1] = "lamp" + i;
        values[2] = i;
        values[3] = i < described ? description : null;
        row.accept(values);
      }
    }
  }

  private static List<Finding> lint(String script, int descriptionLength, int described) {
    Design design = Design.read(script);
    List<Column> columns = design.tables().get(0).allColumns();
    return Lint.of(design)
        .withRows("article", new Articles(columns, descriptionLength, described))
        .findings()
        .stream()
        .filter(finding -> finding.code() == Code.UNREAD_COLUMNS)
        .toList();
  }

  private static boolean finds(String queries) {
    return !lint(TABLE + queries, 4_000, 100).isEmpty();
  }

  @Test
  void aWideColumnThatHotQueriesDoNotReadGetsAFamily() {
    String script =
        TABLE + TAG + "QUERY detail RATE 2/s AS SELECT * FROM article WHERE article_no = ?;\n";
    List<Finding> found = lint(script, 4_000, 100);
    assertThat(found).hasSize(1);
    Fix fix = found.get(0).fix();
    assertThat(found.get(0).reason())
        .isEqualTo(
            "the queries of article read 2,040,000 bytes a second, 2,010,000 of them for columns that the queries do not need, in the same family as columns that they need (description)");
    assertThat(fix).isNotNull();
    assertThat(fix.declaration())
        .contains("FAMILY wide (description)")
        .doesNotContain("wide (title");
    assertThat(fix.cost()).contains("both families are then read by query detail");
    String fixed = fix.declaration() + ";\n" + script.substring(TABLE.length());
    assertThat(lint(fixed, 4_000, 100)).isEmpty();
  }

  @Test
  void aFamilyIsForQueriesThatReadRowsAndNotTheWideColumn() {
    assertThat(finds(TAG)).isTrue();
    assertThat(finds("")).as("no queries").isFalse();
    assertThat(finds("QUERY all RATE 500/s AS SELECT * FROM article WHERE article_no = ?;"))
        .as("it is read")
        .isFalse();
    assertThat(finds(TAG + "QUERY all RATE 400/s AS SELECT * FROM article WHERE article_no = ?;"))
        .as("most of what is read is needed")
        .isFalse();
    assertThat(
            finds(
                "CREATE INDEX by_title ON article (title) INCLUDE (price);"
                    + " QUERY named RATE 500/s AS SELECT title, price FROM article"
                    + " WHERE title = ?;"))
        .as("the index alone answers")
        .isFalse();
  }

  @Test
  void theColumnIsWideEnoughToPayForALookup() {
    assertThat(lint(TABLE + TAG, 1_000, 100)).isEmpty();
    assertThat(lint(TABLE + TAG, 1_020, 100)).hasSize(1);
  }

  @Test
  void noSparseFamilyIsProposed() {
    assertThat(lint(TABLE + TAG, 40_000, 10)).isEmpty();
    assertThat(lint(TABLE + TAG, 40_000, 11)).hasSize(1);
  }

  @Test
  void noFourthFamilyIsProposed() {
    String price = "QUERY cost RATE 500/s AS SELECT price FROM article WHERE article_no = ?;";
    String two = "(article_no), FAMILY t (title), FAMILY p (price, description)";
    String three = "(article_no), FAMILY t (title), FAMILY n (note), FAMILY p (price, description)";
    assertThat(lint(TABLE.replace("(article_no)", two) + price, 4_000, 100)).hasSize(1);
    String noted = TABLE.replace("description text,", "description text, note text,");
    assertThat(lint(noted.replace("(article_no)", three) + price, 4_000, 100)).isEmpty();
  }
}
