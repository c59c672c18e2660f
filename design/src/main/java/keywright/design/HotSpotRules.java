package keywright.design;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import keywright.key.KeyExpression;
import keywright.key.KeyExpression.Call;
import keywright.key.KeyExpression.NumberLiteral;
import keywright.key.KeyExpression.TextLiteral;
import keywright.key.KeyPart;
import keywright.key.Type;
import org.jspecify.annotations.Nullable;

/**
 * KW1: keys that lead the writes of a moment to few places.
 *
 * <p>Types say what is likely: a time in front rises, an enum in front has few values. Sample rows
 * that come in the order in which they arrived say what is so, either way.
 */
final class HotSpotRules {
  private static final int FEWEST_ROWS = 100;
  private static final int SHORTEST_PREFIX = 3;

  /** The part of an even spread from which on servers count as evenly loaded. */
  private static final double EVEN = 0.75;

  private static final Map<String, Long> SECONDS =
      Map.of("second", 1L, "minute", 60L, "hour", 3_600L);

  private static final long DAY = 86_400;

  private final LintedTable table;

  private HotSpotRules(LintedTable table) {
    this.table = table;
  }

  static void check(LintedTable table) {
    HotSpotRules rules = new HotSpotRules(table);
    boolean isHot = rules.findHot(table.primary());
    for (DesignedKey key : table.keys()) {
      if (!key.isPrimary() && !isHot) {
        rules.findHot(key);
      }
      rules.findCoarseSalt(key);
      rules.findUnusedBuckets(key);
    }
    rules.findInteger();
    rules.findPrefix();
  }

  private boolean findHot(DesignedKey key) {
    return findRising(key) || findFewValues(key);
  }

  private void find(DesignedKey key, Code code, Severity severity, String why, @Nullable Mend m) {
    if (key.isPrimary()) {
      table.find(code, severity, key.placeOf(0), why, m);
    } else {
      String also = "the table is spread, but " + why;
      table.find(Code.HOT_INDEX, severity, key.placeOf(0), also, m);
    }
  }

  /** What sample rows say of how a key moves; null when they say nothing. */
  private @Nullable KeyProfile movement(DesignedKey key) {
    DataProfile data = table.data();
    KeyProfile profile = table.profile(key);
    return data == null || profile == null || !profile.tells() || !data.isInOrderOfArrival()
        ? null
        : profile;
  }

  private boolean findRising(DesignedKey key) {
    KeyProfile rows = movement(key);
    String time = key.timeOf(0);
    TargetEngine engine = table.engine();
    if (engine != null && engine.hashesPartitions()) {
      return findTimePartition(key, time);
    }
    if (rows == null ? time == null : !rows.moves()) {
      return false;
    }
    String part = key.parts().get(0).name();
    Severity severity = rows == null ? Severity.WARNING : Severity.ERROR;
    String why =
        rows == null
            ? "%s comes first in %s and is later in each new row"
            : "%s comes first in %s, and the sample rows arrive in its order";
    String column = DesignedKey.columnOf(key.first());
    boolean isOneInteger =
        key.isPrimary()
            && key.parts().size() == 1
            && column != null
            && DesignedKey.isInteger(key.type(column));
    find(
        key,
        Code.RISING_KEY,
        severity,
        why.formatted(part, key.title())
            + ", so one region takes all writes, and splits leave halves that nothing fills",
        isOneInteger && column != null ? reversed(key, column) : table.bucketed(key, key.parts()));
    return true;
  }

  /** Where partitions are hashed, only a time that many rows share is a hot spot. */
  private boolean findTimePartition(DesignedKey key, @Nullable String time) {
    boolean isCoarse =
        time != null
            && (key.type(time).toString().equals("date")
                || DesignedKey.functions(key.first()).contains("date_trunc"));
    boolean isAlone = !key.isPrimary() || table.table().partitionParts() == 1;
    if (!isCoarse || !isAlone) {
      return false;
    }
    find(
        key,
        Code.RISING_KEY,
        Severity.WARNING,
        "%s alone is the partition of %s, so all rows of one value are written to one partition"
            .formatted(key.parts().get(0).name(), key.title()),
        table.bucketed(key, key.parts()));
    return true;
  }

  private @Nullable Mend reversed(DesignedKey key, String column) {
    KeyExpression plain = KeyExpression.column(column);
    String price =
        "a range of %s is no longer a range of keys; a read of one value is still one"
            .formatted(column);
    Mend bits = table.mend(key, 0, KeyExpression.bitReverse(plain), price);
    return key.schema().format().delimiter() == null && bits != null
        ? bits
        : table.mend(key, 0, KeyExpression.reverse(KeyExpression.lpad(plain, 19)), price);
  }

  private boolean findFewValues(DesignedKey key) {
    String column = DesignedKey.columnOf(key.first());
    boolean isEnumerated = column != null && DesignedKey.isEnumerated(key.type(column));
    KeyProfile rows = movement(key);
    if (rows == null || rows.rows() < FEWEST_ROWS) {
      if (isEnumerated) {
        find(
            key,
            Code.FEW_FIRST_VALUES,
            Severity.WARNING,
            "%s comes first in %s and has a few declared values, so the writes of a moment go to as many places at most"
                .formatted(column, key.title()),
            withoutFewInFront(key));
      }
      return isEnumerated;
    }
    long declared = key.schema().partValues(0);
    double enough = EVEN * Math.min(LintedTable.BUCKETS, declared > 0 ? declared : Long.MAX_VALUE);
    if (rows.effectiveValues() >= enough || !rows.hasTails()) {
      return false;
    }
    find(
        key,
        Code.FEW_FIRST_VALUES,
        Severity.ERROR,
        String.format(
            Locale.ROOT,
            "most sample rows share %.1f values of %s, which comes first in %s, and the rows of a value come in the order of its keys%s",
            rows.effectiveValues(),
            key.parts().get(0).name(),
            key.title(),
            key.isSalt(0) ? "; a salt of the same column gives each value one place again" : ""),
        withoutFewInFront(key));
    return true;
  }

  /** Another column in front, if there is a dispersed one; else buckets. */
  private @Nullable Mend withoutFewInFront(DesignedKey key) {
    List<KeyPart> parts = new ArrayList<>(key.parts());
    if (key.isSalt(0)) {
      return table.bucketed(key, parts.subList(1, parts.size()));
    }
    String second = parts.size() < 2 ? null : DesignedKey.columnOf(parts.get(1).expression());
    if (second == null
        || key.isTime(second)
        || DesignedKey.isEnumerated(key.type(second))
        || table.data() != null) {
      return table.bucketed(key, parts);
    }
    KeyPart few = parts.remove(0);
    parts.add(1, few);
    return table.mend(
        key,
        parts,
        "a query that knows %s and not %s needs an index of its own"
            .formatted(few.name(), parts.get(0).name()));
  }

  /** An integer alone is a sequence more often than not; rows would tell. */
  private void findInteger() {
    DesignedKey key = table.primary();
    String column = DesignedKey.columnOf(key.first());
    if (key.parts().size() == 1
        && column != null
        && DesignedKey.isInteger(key.type(column))
        && movement(key) == null
        && table.engine() != TargetEngine.CASSANDRA) {
      table.find(
          Code.INTEGER_KEY,
          Severity.INFO,
          key.placeOf(0),
          "%s alone is the key of %s: if it is drawn from a sequence, one region takes all writes"
              .formatted(column, table.table().name()),
          reversed(key, column));
    }
  }

  private void findPrefix() {
    for (DesignedKey key : table.keys()) {
      String column = DesignedKey.columnOf(key.first());
      ColumnProfile values = column == null ? null : table.profile(column);
      if (column != null
          && values != null
          && values.values() >= FEWEST_ROWS
          && values.distinctAtLeast() > ColumnProfile.MOST_VALUES
          && values.prefix().length() >= SHORTEST_PREFIX
          && values.typeOfTexts() == null) {
        table.find(
            Code.SAME_PREFIX,
            Severity.WARNING,
            key.placeOf(0),
            "all sample values of %s, which comes first in %s, begin with '%s': %d characters of each key tell nothing, and splits of the whole key space leave all rows in one region"
                .formatted(column, key.title(), values.prefix(), values.prefix().length()),
            table.mend(
                key,
                0,
                KeyExpression.reverse(KeyExpression.column(column)),
                "a range or a beginning of %s is no longer a range of keys; a read of one value is still one"
                    .formatted(column)));
      }
    }
  }

  /** A salt spreads only what its inputs tell apart: all rows of a day have the day's bucket. */
  private void findCoarseSalt(DesignedKey key) {
    Set<String> inputs = key.first().columns();
    boolean isTruncated = DesignedKey.functions(key.first()).contains("date_trunc");
    boolean isCoarse =
        inputs.stream()
            .allMatch(
                column ->
                    key.type(column).toString().equals("date")
                        || DesignedKey.isEnumerated(key.type(column))
                        || (isTruncated && key.isTime(column)));
    Set<String> others = new HashSet<>(key.schema().keyColumns());
    others.removeAll(inputs);
    if (key.isSalt(0) && !inputs.isEmpty() && isCoarse && !others.isEmpty()) {
      table.find(
          Code.COARSE_SALT,
          Severity.WARNING,
          key.placeOf(0),
          "%s in front of %s is the same for all rows of one %s, so they are written to one place"
              .formatted(key.parts().get(0).name(), key.title(), String.join(" and ", inputs)),
          table.bucketed(key, key.parts().subList(1, key.parts().size())));
    }
  }

  private void findUnusedBuckets(DesignedKey key) {
    for (int part = 0; part < key.parts().size(); part++) {
      KeyExpression expression = key.parts().get(part).expression();
      if (expression instanceof Call call
          && call.function().equals("mod")
          && call.arguments().get(1) instanceof NumberLiteral n) {
        findUnusedBuckets(key, part, call.arguments().get(0), n.value());
      }
    }
  }

  private void findUnusedBuckets(
      DesignedKey key, int part, KeyExpression argument, BigInteger divisor) {
    String column = argument.columns().stream().findFirst().orElse("");
    if (column.isEmpty() || argument.columns().size() > 1) {
      return;
    }
    ColumnProfile values = table.profile(column);
    boolean isPlain = DesignedKey.columnOf(argument) != null;
    BigInteger step = truncated(argument, key.type(column));
    boolean isGuess = false;
    String because = "%s is a whole %s".formatted(argument, "multiple of " + step);
    if (step == null && isPlain && values != null && values.values() >= FEWEST_ROWS) {
      step = values.step();
      because = "the sample values of %s differ by multiples of %s".formatted(column, step);
    } else if (step == null && isPlain && values == null && key.isTime(column)) {
      step = BigInteger.valueOf(ColumnProfile.unitsPerSecond(key.type(column)));
      isGuess = true;
      because = "when its clock ticks in seconds, " + column + " moves by multiples of " + step;
    }
    if (step == null || step.signum() == 0 || step.gcd(divisor).equals(BigInteger.ONE)) {
      return;
    }
    BigInteger used = divisor.divide(step.gcd(divisor));
    Severity severity = used.equals(BigInteger.ONE) ? Severity.ERROR : Severity.WARNING;
    table.find(
        Code.UNUSED_BUCKETS,
        isGuess ? Severity.INFO : severity,
        key.placeOf(part),
        "%s uses %s of %s values: %s"
            .formatted(key.parts().get(part).name(), used, divisor, because),
        table.mend(
            key,
            part,
            KeyExpression.bucket(divisor.intValue(), column),
            "a hash in place of the remainder: the same number of ranges for a scan, and other programs must know the hash"));
  }

  /** What a truncated time is a multiple of, in its units; null when it is not truncated. */
  private static @Nullable BigInteger truncated(KeyExpression argument, Type type) {
    if (argument instanceof Call call
        && call.function().equals("date_trunc")
        && call.arguments().get(0) instanceof TextLiteral unit) {
      long seconds = SECONDS.getOrDefault(unit.value().toLowerCase(Locale.ROOT), DAY);
      return BigInteger.valueOf(seconds * ColumnProfile.unitsPerSecond(type));
    }
    return null;
  }
}
