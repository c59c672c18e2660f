package keywright.design.lint;

import java.util.ArrayList;
import java.util.List;
import keywright.design.rows.DesignedKey;
import keywright.key.KeyExpression;
import keywright.key.KeyExpression.Call;
import keywright.key.KeyExpression.ColumnName;
import keywright.key.KeyExpression.NumberLiteral;
import keywright.key.KeyPart;
import org.jspecify.annotations.Nullable;

/** KW405: {@code lpad} far wider than the sample values need. */
final class PaddingRules {
  /** Digits left for growth: a thousand times the largest sample value. */
  private static final int HEADROOM = 3;

  /** Fewer bytes than these are not worth another key. */
  private static final int FEWEST_BYTES = 6;

  private static final long FEWEST_ROWS = 100;

  private final LintedTable table;

  private PaddingRules(LintedTable table) {
    this.table = table;
  }

  static void check(LintedTable table) {
    PaddingRules rules = new PaddingRules(table);
    for (DesignedKey key : table.keys()) {
      for (int part = 0; part < key.parts().size(); part++) {
        rules.findPadding(key, part);
      }
    }
  }

  private void findPadding(DesignedKey key, int part) {
    KeyPart old = key.parts().get(part);
    Call lpad = lpad(old.expression());
    if (lpad == null
        || !(lpad.arguments().get(0) instanceof ColumnName column)
        || !(lpad.arguments().get(1) instanceof NumberLiteral width)) {
      return;
    }
    ColumnProfile values = table.profile(column.name());
    if (values == null || values.values() < FEWEST_ROWS || values.isNegative()) {
      return;
    }
    int needed = values.digits() + HEADROOM;
    int spared = width.value().intValue() - needed;
    if (spared < FEWEST_BYTES) {
      return;
    }
    List<KeyPart> parts = new ArrayList<>(key.parts());
    KeyExpression narrow = narrow(old.expression(), lpad, KeyExpression.lpad(column, needed));
    parts.set(part, old.withExpression(narrow));
    table.find(
        Code.WIDE_PADDING,
        Severity.INFO,
        key.placeOf(part),
        "%s in %s pads to %s digits, and the largest sample value has %d: for values up to a thousand times as large, %d are enough, which saves %d bytes in each row and %d MB in a million rows"
            .formatted(lpad, key.title(), width.value(), values.digits(), needed, spared, spared),
        table.fix(
            key,
            parts,
            "a %s of more than %d digits is refused, and stored rows must be written again"
                .formatted(column.name(), needed)));
  }

  /** The padding in an expression; null when there is none. */
  private static @Nullable Call lpad(KeyExpression expression) {
    if (!(expression instanceof Call call)) {
      return null;
    }
    if (call.function().equals("lpad")) {
      return call;
    }
    for (KeyExpression argument : call.arguments()) {
      Call inner = lpad(argument);
      if (inner != null) {
        return inner;
      }
    }
    return null;
  }

  private static KeyExpression narrow(KeyExpression expression, Call wide, KeyExpression narrow) {
    if (expression.equals(wide)) {
      return narrow;
    }
    return expression instanceof Call call
        ? new Call(
            call.function(),
            call.arguments().stream().map(argument -> narrow(argument, wide, narrow)).toList())
        : expression;
  }
}
