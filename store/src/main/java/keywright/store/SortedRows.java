package keywright.store;

import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * An immutable map from row keys to rows in unsigned byte order: an AVL tree of which each change
 * copies the path from the root. The absent tree is null.
 */
final class SortedRows {

  /** A row as it is stored: its head and its cells by column id, each column's newest first. */
  record Row(RowHead head, SortedMap<Integer, List<Cell>> cells) {}

  private final byte[] rowKey;
  private final Row row;
  private final @Nullable SortedRows left;
  private final @Nullable SortedRows right;
  private final int height;

  private SortedRows(
      byte[] rowKey, Row row, @Nullable SortedRows left, @Nullable SortedRows right) {
    this.rowKey = rowKey;
    this.row = row;
    this.left = left;
    this.right = right;
    this.height = 1 + Math.max(height(left), height(right));
  }

  byte[] rowKey() {
    return rowKey;
  }

  Row row() {
    return row;
  }

  private static int height(@Nullable SortedRows tree) {
    return tree == null ? 0 : tree.height;
  }

  static @Nullable Row get(@Nullable SortedRows tree, byte[] rowKey) {
    SortedRows found = seek(tree, rowKey);
    return found != null && Arrays.equals(found.rowKey, rowKey) ? found.row : null;
  }

  /** The place of the lowest row key not below {@code start}. */
  static @Nullable SortedRows seek(@Nullable SortedRows tree, byte[] start) {
    SortedRows found = null;
    SortedRows at = tree;
    while (at != null) {
      if (Arrays.compareUnsigned(at.rowKey, start) >= 0) {
        found = at;
        at = at.left;
      } else {
        at = at.right;
      }
    }
    return found;
  }

  /** The place of the highest row key below {@code stop}, or of the highest of all. */
  static @Nullable SortedRows seekBefore(@Nullable SortedRows tree, byte @Nullable [] stop) {
    SortedRows found = null;
    SortedRows at = tree;
    while (at != null) {
      if (stop == null || Arrays.compareUnsigned(at.rowKey, stop) < 0) {
        found = at;
        at = at.right;
      } else {
        at = at.left;
      }
    }
    return found;
  }

  static SortedRows with(@Nullable SortedRows tree, byte[] rowKey, Row row) {
    if (tree == null) {
      return new SortedRows(rowKey, row, null, null);
    }
    int order = Arrays.compareUnsigned(rowKey, tree.rowKey);
    if (order == 0) {
      return new SortedRows(rowKey, row, tree.left, tree.right);
    }
    return order < 0
        ? balanced(tree, with(tree.left, rowKey, row), tree.right)
        : balanced(tree, tree.left, with(tree.right, rowKey, row));
  }

  static @Nullable SortedRows without(@Nullable SortedRows tree, byte[] rowKey) {
    if (tree == null) {
      return null;
    }
    int order = Arrays.compareUnsigned(rowKey, tree.rowKey);
    if (order != 0) {
      return order < 0
          ? balanced(tree, without(tree.left, rowKey), tree.right)
          : balanced(tree, tree.left, without(tree.right, rowKey));
    }
    if (tree.left == null || tree.right == null) {
      return tree.left == null ? tree.right : tree.left;
    }
    SortedRows next = tree.right;
    while (next.left != null) {
      next = next.left;
    }
    return balanced(next, tree.left, without(tree.right, next.rowKey));
  }

  /** A tree of the row of {@code middle} and both sides, whose heights differ by at most two. */
  private static SortedRows balanced(
      SortedRows middle, @Nullable SortedRows left, @Nullable SortedRows right) {
    if (left != null && left.height > height(right) + 1) {
      SortedRows inner = left.right;
      if (inner != null && inner.height > height(left.left)) {
        return node(inner, node(left, left.left, inner.left), node(middle, inner.right, right));
      }
      return node(left, left.left, node(middle, inner, right));
    }
    if (right != null && right.height > height(left) + 1) {
      SortedRows inner = right.left;
      if (inner != null && inner.height > height(right.right)) {
        return node(inner, node(middle, left, inner.left), node(right, inner.right, right.right));
      }
      return node(right, node(middle, left, inner), right.right);
    }
    return node(middle, left, right);
  }

  private static SortedRows node(
      SortedRows middle, @Nullable SortedRows left, @Nullable SortedRows right) {
    return new SortedRows(middle.rowKey, middle.row, left, right);
  }
}
