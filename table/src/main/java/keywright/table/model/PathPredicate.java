package keywright.table.model;

import java.util.function.Predicate;
import keywright.key.Condition;
import keywright.key.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Whether the value at a path of a document meets a condition. Tests of equal conditions on the
 * same path are equal. Immutable.
 */
final class PathPredicate implements Predicate<@Nullable Object> {
  private final DocumentPath path;
  private final Condition condition;
  private final Predicate<byte @Nullable []> test;

  private PathPredicate(DocumentPath path, Condition condition) {
    this.path = path;
    this.condition = condition;
    try {
      this.test = reader(path).test(path, condition);
    } catch (IllegalArgumentException e) {
      throw new TableException(
          "cannot compare %s: %s; declare a column derived from this path"
              .formatted(path.path(), e.getMessage()),
          e);
    }
  }

  static Condition of(DocumentPath path, Condition condition) {
    // The name of the column may need quotes, the path is shown as it is.
    int name =
        new Condition.IsNull(condition.column(), false).toString().length() - " IS NULL".length();
    return new Condition.Matching(
        path.column(),
        path.path() + condition.toString().substring(name),
        new PathPredicate(path, condition));
  }

  DocumentPath path() {
    return path;
  }

  /** The reader of the documents in which the path leads to values. */
  static DocumentReader reader(DocumentPath path) {
    return reader(path.path(), path.column());
  }

  /**
   * The reader of the documents of a column.
   *
   * @param read what is read of them, for the message
   */
  static DocumentReader reader(String read, String column) {
    return DocumentTable.reader()
        .orElseThrow(
            () ->
                new TableException(
                    ErrorCode.UNSUPPORTED,
                    "cannot read %s of %s: found no reader of binary documents on the class path, expected one; add the module that reads these documents (keywright-ojai)"
                        .formatted(read, Names.quote(column))));
  }

  /** The error for a document that is damaged. */
  static TableException damaged(DocumentPath path, IllegalArgumentException cause) {
    return damaged(path.path(), path.column(), cause);
  }

  /**
   * The error for a document that is damaged.
   *
   * @param read what is read of it
   */
  static TableException damaged(String read, String column, IllegalArgumentException cause) {
    return new TableException(
        "cannot read %s of %s: %s; write this document again"
            .formatted(read, Names.quote(column), cause.getMessage()),
        cause);
  }

  @Override
  public boolean test(@Nullable Object document) {
    try {
      return test.test((byte[]) document);
    } catch (IllegalArgumentException e) {
      throw damaged(path, e);
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof PathPredicate that
        && path.equals(that.path)
        && condition.equals(that.condition);
  }

  @Override
  public int hashCode() {
    return 31 * path.hashCode() + condition.hashCode();
  }
}
