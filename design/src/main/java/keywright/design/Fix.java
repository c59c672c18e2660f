package keywright.design;

import java.util.List;

/**
 * What to declare instead.
 *
 * @param declaration a statement, or the part of one that changes: {@code PRIMARY KEY (bucket(8),
 *     at, id)}
 * @param cost what it costs, and which queries of the design pay
 * @param edits the same as changes of the script; none when statements further on alter the table
 */
public record Fix(String declaration, String cost, List<Edit> edits) {
  /** Keeps its own copy of the edits. */
  public Fix {
    edits = List.copyOf(edits);
  }
}
