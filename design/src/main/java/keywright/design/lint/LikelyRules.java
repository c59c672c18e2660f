package keywright.design.lint;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import keywright.design.rows.DesignedKey;
import keywright.design.simulate.Simulation;
import keywright.key.Type;
import org.jspecify.annotations.Nullable;

/**
 * KW102, and KW103 of texts: first key parts that are hot if they are what they look like. An
 * integer may be a sequence; a text that is called a kind or a status may have few values. Where
 * sample rows decide, these rules find nothing.
 */
final class LikelyRules {
  /** Names of texts with few values, as the whole name or its last word. */
  private static final Set<String> FEW_VALUES =
      Set.of(
          "category",
          "class",
          "gender",
          "kind",
          "level",
          "mode",
          "phase",
          "priority",
          "severity",
          "stage",
          "state",
          "status",
          "type");

  /** Those that end no other word: {@code ordertype} is a type, {@code estate} is no state. */
  private static final Set<String> ENDINGS = Set.of("category", "kind", "status", "type");

  private final LintedTable table;
  private final Set<String> found = new HashSet<>();
  private boolean isTextFound;

  private LikelyRules(LintedTable table) {
    this.table = table;
  }

  /**
   * @param isPrimaryHot whether more is known of the primary key; of the indexes of a hot table
   *     nothing more is said
   */
  static void check(LintedTable table, boolean isPrimaryHot) {
    LikelyRules rules = new LikelyRules(table);
    for (DesignedKey key : table.keys()) {
      if (!rules.isJudged(key) && (key.isPrimary() || !isPrimaryHot)) {
        rules.findSequence(key);
        rules.findEnumerated(key);
      }
    }
  }

  private boolean isJudged(DesignedKey key) {
    Simulation replay = table.replay(key);
    return replay != null && HotSpotRules.isJudged(replay.verdict());
  }

  /**
   * Each column once: an index of it says what the primary key says. Nothing where keys are hashed.
   */
  private void findSequence(DesignedKey key) {
    String column = sequence(key);
    if (column == null || table.isInPartitions() || !found.add(column)) {
      return;
    }
    List<LintedTable.Candidate> candidates = new ArrayList<>(HotSpotRules.reversals(key, column));
    candidates.add(table.inBuckets(key, key.parts()));
    table.find(
        Code.INTEGER_KEY,
        Severity.INFO,
        key.placeOf(0),
        "%s comes first in %s: if it rises with each new row, as the numbers of a sequence do, one region takes all writes"
            .formatted(column, key.title()),
        table.firstOf(key, candidates));
  }

  /** The integer whose order a key begins with; null when it begins with none. */
  static @Nullable String sequence(DesignedKey key) {
    for (String column : key.first().columns()) {
      if (isSequence(key.type(column)) && key.followsRising(0, column)) {
        return column;
      }
    }
    return null;
  }

  /** A sequence of one or two bytes ends too soon. */
  private static boolean isSequence(Type type) {
    String name = type.toString();
    return DesignedKey.isInteger(type) && !name.startsWith("tiny") && !name.startsWith("small");
  }

  /** Once for a table. */
  private void findEnumerated(DesignedKey key) {
    String column = DesignedKey.columnOf(key.first());
    boolean isDivided = table.isInPartitions() && key.partitionParts() > 1;
    if (isTextFound
        || isDivided
        || column == null
        || !DesignedKey.isFreeText(key.type(column))
        || !looksEnumerated(column)) {
      return;
    }
    isTextFound = true;
    table.find(
        Code.FEW_FIRST_VALUES,
        Severity.INFO,
        key.placeOf(0),
        "%s comes first in %s: if it has few values, the writes of a moment go to at most as many regions or partitions"
            .formatted(column, key.title()),
        table.firstOf(key, HotSpotRules.behindOthers(table, key)));
  }

  static boolean looksEnumerated(String column) {
    String name = column.toLowerCase(Locale.ROOT);
    return FEW_VALUES.contains(name.substring(name.lastIndexOf('_') + 1))
        || ENDINGS.stream().anyMatch(name::endsWith);
  }
}
