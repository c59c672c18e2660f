package keywright.design.lint;

import java.util.ArrayList;
import java.util.List;

/**
 * A changed declaration that solves the problem of a finding, and the cost of the change.
 * Immutable.
 *
 * @param declaration the changed statement, or the changed part of a statement, such as {@code
 *     PRIMARY KEY (bucket(8), at, id)}
 * @param cost the disadvantages of the fix, with the queries of the design that become slower, as
 *     text
 * @param edits the changes of the script's text that make the fix; empty if later statements of the
 *     script alter the table, and for an attached table, whose stored rows do not change
 */
public record Fix(String declaration, String cost, List<Edit> edits) {
  private static final String KEY = "    PRIMARY KEY";
  private static final int MOST_LINES = 12;
  private static final int FIRST_LINES = 3;

  /** Makes a fix with its own copy of the edits. */
  public Fix {
    edits = List.copyOf(edits);
  }

  /**
   * The declaration in a shorter form for people. If the statement has more than 12 columns, only
   * the first three columns, the primary key, and the number of omitted lines are in this form.
   */
  public String shortDeclaration() {
    List<String> text = new ArrayList<>();
    List<String> listed = new ArrayList<>();
    for (String line : declaration.lines().toList()) {
      if (line.startsWith("    ")) {
        listed.add(line);
      } else {
        text.addAll(shortened(listed));
        listed.clear();
        text.add(line);
      }
    }
    text.addAll(shortened(listed));
    return String.join("\n", text);
  }

  private static List<String> shortened(List<String> listed) {
    if (listed.size() <= MOST_LINES) {
      return List.copyOf(listed);
    }
    List<String> text = new ArrayList<>(listed.subList(0, FIRST_LINES));
    List<String> key =
        listed.stream().skip(FIRST_LINES).filter(line -> line.startsWith(KEY)).toList();
    text.add("    … %,d more".formatted(listed.size() - FIRST_LINES - key.size()));
    text.addAll(key);
    return text;
  }
}
