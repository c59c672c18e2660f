package keywright.table.layout;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import keywright.key.Key;
import keywright.store.Capability;
import keywright.store.Engine;
import keywright.store.TableLayout;

/**
 * The properties of an engine on which plans and writes depend. With these properties a query can
 * be planned without an engine. Immutable.
 *
 * @param capabilities the capabilities of the engine
 * @param maxKeyLength the longest row key, in bytes
 * @param maxValueLength the longest value of a cell, in bytes
 * @param inKeyOrder whether the rows of a range in which a given number of leading key parts is
 *     fixed are in key order, as {@link Engine#isInKeyOrder}
 * @param keyProblem why a row with a key cannot be stored, as {@link Engine#keyProblem}
 * @param writesPlainly whether the engine has {@link Engine#plainWrites}
 */
public record EngineTraits(
    Set<Capability> capabilities,
    int maxKeyLength,
    int maxValueLength,
    BiPredicate<TableLayout, Integer> inKeyOrder,
    BiFunction<TableLayout, Key, Optional<String>> keyProblem,
    boolean writesPlainly) {

  /** The properties of an engine with every ability, for declared tables without storage. */
  static final EngineTraits ALL =
      new EngineTraits(
          EnumSet.allOf(Capability.class),
          Integer.MAX_VALUE,
          Integer.MAX_VALUE,
          (layout, fixedParts) -> true,
          (layout, key) -> Optional.empty(),
          true);

  /**
   * The properties of an engine with partitions, with single-row atomicity and without row keys,
   * for declared tables without storage.
   */
  static final EngineTraits PARTITIONED =
      new EngineTraits(
          Set.of(),
          Integer.MAX_VALUE,
          Integer.MAX_VALUE,
          (layout, fixedParts) -> fixedParts >= layout.partitionParts(),
          (layout, key) -> Optional.empty(),
          true);

  static EngineTraits of(Engine engine) {
    return new EngineTraits(
        engine.capabilities(),
        engine.maxKeyLength(),
        engine.maxValueLength(),
        engine::isInKeyOrder,
        engine::keyProblem,
        engine.plainWrites().isPresent());
  }

  /** Whether the engine stores rows under row keys. */
  public boolean hasRowKeys() {
    return capabilities.contains(Capability.ROW_KEYS);
  }

  /**
   * The number of leading key parts that a range must fix, so that the engine returns its rows in
   * key order.
   */
  public int fixedPartsInOrder(TableLayout layout) {
    int parts = layout.keySchema().parts().size();
    int fixed = 0;
    while (fixed < parts && !inKeyOrder.test(layout, fixed)) {
      fixed++;
    }
    return fixed;
  }
}
