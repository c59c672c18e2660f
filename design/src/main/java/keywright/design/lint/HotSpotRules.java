package keywright.design.lint;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import keywright.design.rows.DesignedKey;
import keywright.design.simulate.Simulation;
import keywright.design.simulate.Verdict;
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
 * <p>Types say what is likely: a time in front rises, an enum in front has few values. Where there
 * are sample rows, they are replayed, and the finding is the verdict of the simulation.
 */
final class HotSpotRules {
  private static final int FEWEST_ROWS = 100;
  private static final int SHORTEST_PREFIX = 3;

  private static final Map<String, Long> SECONDS =
      Map.of("second", 1L, "minute", 60L, "hour", 3_600L);

  private static final long DAY = 86_400;

  private final LintedTable table;

  private HotSpotRules(LintedTable table) {
    this.table = table;
  }

  static void check(LintedTable table) {
    HotSpotRules rules = new HotSpotRules(table);
    boolean isPrimaryHot = rules.findHot(table.primary(), false);
    for (DesignedKey key : table.keys()) {
      if (!key.isPrimary()) {
        rules.findHot(key, isPrimaryHot);
      }
      rules.findCoarseSalt(key);
      rules.findUnusedBuckets(key);
    }
    LikelyRules.check(table, isPrimaryHot);
    rules.findPrefix();
  }

  /** Whether a key is hot, or likely is. Of an index of a hot table types say nothing more. */
  private boolean findHot(DesignedKey key, boolean isPrimaryHot) {
    Simulation replay = table.replay(key);
    Verdict verdict = replay == null ? null : replay.verdict();
    if (verdict == null || !isJudged(verdict)) {
      boolean isLikely = !isPrimaryHot && (findRising(key) || findFewValues(key));
      findUnjudged(key, verdict);
      return isLikely;
    }
    boolean isHot = verdict.grade() == Verdict.Grade.HOT;
    if (verdict.cause() != Verdict.Cause.NONE) {
      find(
          key,
          code(verdict.cause()),
          isHot ? Severity.ERROR : Severity.WARNING,
          "under %s, %s".formatted(key.title(), verdict.reason()),
          spread(key, verdict.cause()));
    }
    return isHot;
  }

  /** Whether sample rows tell what becomes of a key, so that types and names need not. */
  static boolean isJudged(Verdict verdict) {
    return verdict.grade() != Verdict.Grade.UNDECIDED || verdict.cause() != Verdict.Cause.NONE;
  }

  private void find(DesignedKey key, Code code, Severity severity, String why, @Nullable Fix m) {
    table.find(key.isPrimary() ? code : Code.HOT_INDEX, severity, key.placeOf(0), why, m);
  }

  private static Code code(Verdict.Cause cause) {
    return switch (cause) {
      case RISING, NONE -> Code.RISING_KEY;
      case TOGETHER -> Code.TOGETHER;
      case FEW_VALUES, BOTH -> Code.FEW_FIRST_VALUES;
      case HOT_ROWS -> Code.HOT_ROWS;
    };
  }

  /** What would spread the rows. */
  private @Nullable Fix spread(DesignedKey key, Verdict.Cause cause) {
    List<LintedTable.Candidate> candidates = new ArrayList<>();
    String column = DesignedKey.columnOf(key.first());
    switch (cause) {
      case RISING -> {
        if (isOneInteger(key) && column != null) {
          candidates.addAll(reversals(key, column));
        }
        candidates.addAll(inBuckets(key));
      }
      case TOGETHER -> candidates.addAll(inBuckets(key));
      case FEW_VALUES, BOTH -> {
        if (!key.isSalt(0) && key.parts().size() > 1) {
          candidates.add(secondInFront(key));
        }
        candidates.addAll(inBuckets(key));
      }
      case HOT_ROWS, NONE -> {}
    }
    return table.firstOf(key, candidates);
  }

  /**
   * A bucket in front, in place of another salt of columns that come again after it. A digest that
   * is all that the key has of a column stays: queries find rows by it.
   */
  private List<LintedTable.Candidate> inBuckets(DesignedKey key) {
    List<KeyPart> rest = key.parts().subList(1, key.parts().size());
    Set<String> columns = new HashSet<>();
    rest.forEach(part -> columns.addAll(part.expression().columns()));
    boolean isReplaced = key.isSalt(0) && columns.containsAll(key.first().columns());
    List<KeyPart> parts = isReplaced ? rest : key.parts();
    return table.bucketCounts().stream()
        .map(buckets -> table.inBuckets(key, parts, buckets))
        .toList();
  }

  private static boolean isOneInteger(DesignedKey key) {
    String column = DesignedKey.columnOf(key.first());
    return key.isPrimary()
        && key.parts().size() == 1
        && column != null
        && DesignedKey.isInteger(key.type(column));
  }

  private void findUnjudged(DesignedKey key, @Nullable Verdict verdict) {
    if (table.profile(key) != null) {
      table.find(
          Code.UNJUDGED,
          Severity.INFO,
          key.placeOf(0),
          "the sample rows do not tell whether %s is hot: %s"
              .formatted(
                  key.title(),
                  verdict == null ? "there are too few rows; give more rows" : verdict.reason()),
          null);
    }
  }

  private boolean findRising(DesignedKey key) {
    TargetEngine engine = table.engine();
    if (engine != null && engine.hashesPartitions()) {
      return findTimePartition(key, key.timeOf(0));
    }
    if (key.risingOf(0) == null) {
      return false;
    }
    find(
        key,
        Code.RISING_KEY,
        Severity.WARNING,
        "%s comes first in %s and is later in each new row, so one region takes all writes, and each split leaves a half-full region that gets no more writes"
            .formatted(key.parts().get(0).name(), key.title()),
        table.bucketed(key, key.parts()));
    return true;
  }

  /**
   * Where partitions are hashed, only a time that many rows share is a hot spot; by a time that few
   * rows share nothing is found but by its exact value.
   */
  private boolean findTimePartition(DesignedKey key, @Nullable String time) {
    if (time == null || key.partitionParts() > 1) {
      return false;
    }
    boolean isCoarse =
        key.type(time).toString().equals("date")
            || DesignedKey.functions(key.first()).contains("date_trunc");
    if (!isCoarse) {
      return findMoments(key, time);
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

  private boolean findMoments(DesignedKey key, String time) {
    int queries = table.queries().size();
    boolean isAsked = queries > 0 && table.served(table.table()) == queries;
    if (isAsked || DesignedKey.columnOf(key.first()) == null) {
      return false;
    }
    List<LintedTable.Candidate> candidates = new ArrayList<>();
    for (int days = 1; days >= 0; days--) {
      LintedTable.Candidate buckets = table.inBuckets(key, key.parts());
      List<KeyPart> parts = new ArrayList<>(buckets.parts());
      if (days > 0) {
        parts.add(1, KeyPart.asc(KeyExpression.dateTrunc("day", KeyExpression.column(time))));
      }
      candidates.add(new LintedTable.Candidate(parts, 1 + days, buckets.cost()));
    }
    LintedTable.Candidate best =
        Collections.max(
            candidates,
            Comparator.comparingLong(
                candidate -> table.with(key, candidate).map(table::served).orElse(-1L)));
    find(
        key,
        Code.RISING_KEY,
        Severity.WARNING,
        "%s alone is the partition of %s, so the key finds rows only by an exact value: it serves no range and no ORDER BY of this column"
            .formatted(time, key.title()),
        table.fix(key, best));
    return true;
  }

  /** The first part, an integer, the other way round, in the formats that can. */
  static List<LintedTable.Candidate> reversals(DesignedKey key, String column) {
    KeyExpression plain = KeyExpression.column(column);
    KeyExpression padded = DesignedKey.isCall(key.first(), "lpad") ? key.first() : null;
    KeyExpression text =
        KeyExpression.reverse(padded == null ? KeyExpression.lpad(plain, 19) : padded);
    List<KeyExpression> reversed =
        key.schema().format().delimiter() == null && padded == null
            ? List.of(KeyExpression.bitReverse(plain), text)
            : List.of(text);
    return reversed.stream()
        .map(
            expression -> {
              List<KeyPart> parts = new ArrayList<>(key.parts());
              parts.set(0, KeyPart.asc(expression));
              return new LintedTable.Candidate(
                  parts,
                  "a range of %s is no longer a range of keys; a read of one value still reads one range"
                      .formatted(column));
            })
        .toList();
  }

  private boolean findFewValues(DesignedKey key) {
    String column = DesignedKey.columnOf(key.first());
    boolean isDivided = table.isInPartitions() && key.partitionParts() > 1;
    if (column == null || isDivided || !DesignedKey.isEnumerated(key.type(column))) {
      return false;
    }
    find(
        key,
        Code.FEW_FIRST_VALUES,
        Severity.WARNING,
        "%s comes first in %s and has a few declared values, so the writes of a moment go to at most as many regions or partitions"
            .formatted(column, key.title()),
        table.firstOf(key, behindOthers(table, key)));
    return true;
  }

  /** Few values after what has more, or after a bucket. */
  static List<LintedTable.Candidate> behindOthers(LintedTable table, DesignedKey key) {
    List<LintedTable.Candidate> candidates = new ArrayList<>();
    String second =
        key.parts().size() < 2 ? null : DesignedKey.columnOf(key.parts().get(1).expression());
    if (second != null && !key.isTime(second) && !DesignedKey.isEnumerated(key.type(second))) {
      candidates.add(secondInFront(key));
    }
    candidates.add(table.inBuckets(key, key.parts()));
    return candidates;
  }

  /** The first two parts change places. */
  private static LintedTable.Candidate secondInFront(DesignedKey key) {
    List<KeyPart> parts = new ArrayList<>(key.parts());
    KeyPart few = parts.remove(0);
    parts.add(1, few);
    return new LintedTable.Candidate(
        parts,
        "a query that knows %s and not %s needs an index of its own"
            .formatted(few.name(), parts.get(0).name()));
  }

  /** Nothing where keys are hashed. */
  private void findPrefix() {
    if (table.isInPartitions()) {
      return;
    }
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
            "all sample values of %s, which comes first in %s, begin with '%s': %d characters of each key distinguish nothing, and splits of the whole key space leave all rows in one region"
                .formatted(column, key.title(), values.prefix(), values.prefix().length()),
            table.fix(
                key,
                0,
                KeyExpression.reverse(KeyExpression.column(column)),
                "a range or a prefix of %s is no longer a range of keys; a read of one value still reads one range"
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
          "%s in front of %s is the same for all rows of one %s, so these rows are written to one region or partition"
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
      because = "if its values are whole seconds, " + column + " changes by multiples of " + step;
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
        "%s has only %s of %s values: %s"
            .formatted(key.parts().get(part).name(), used, divisor, because),
        table.fix(
            key,
            part,
            KeyExpression.bucket(divisor.intValue(), column),
            "a hash replaces the remainder: a scan reads the same number of ranges, and other programs must compute the hash"));
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
