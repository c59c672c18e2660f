package keywright.table.layout;

import java.util.EnumSet;
import java.util.Set;
import java.util.function.BiPredicate;
import keywright.store.Capability;
import keywright.store.Engine;
import keywright.store.TableLayout;

/**
 * What plans and writes ask of an engine, known without it. Immutable.
 *
 * @param maxKeyLength the longest row key, in bytes
 * @param maxValueLength the longest value of a cell, in bytes
 * @param inKeyOrder whether ranges with so many fixed parts are in key order: {@link
 *     Engine#isInKeyOrder}
 * @param writesPlainly whether the engine has {@link Engine#plainWrites}
 */
public record EngineTraits(
    Set<Capability> capabilities,
    int maxKeyLength,
    int maxValueLength,
    BiPredicate<TableLayout, Integer> inKeyOrder,
    boolean writesPlainly) {

  /** Of an engine that can do everything, for tables that are declared and nowhere stored. */
  static final EngineTraits ALL =
      new EngineTraits(
          EnumSet.allOf(Capability.class),
          Integer.MAX_VALUE,
          Integer.MAX_VALUE,
          (layout, fixedParts) -> true,
          true);

  /**
   * Of an engine with partitions, single-row atomicity and no row keys, for tables that are
   * declared and nowhere stored.
   */
  static final EngineTraits PARTITIONED =
      new EngineTraits(
          Set.of(),
          Integer.MAX_VALUE,
          Integer.MAX_VALUE,
          (layout, fixedParts) -> fixedParts >= layout.partitionParts(),
          true);

  static EngineTraits of(Engine engine) {
    return new EngineTraits(
        engine.capabilities(),
        engine.maxKeyLength(),
        engine.maxValueLength(),
        engine::isInKeyOrder,
        engine.plainWrites().isPresent());
  }

  /** Whether rows are kept under row keys, which may be shown. */
  public boolean hasRowKeys() {
    return capabilities.contains(Capability.ROW_KEYS);
  }

  /** How many leading parts a range must fix so that its rows are in key order. */
  public int fixedPartsInOrder(TableLayout layout) {
    int parts = layout.keySchema().parts().size();
    int fixed = 0;
    while (fixed < parts && !inKeyOrder.test(layout, fixed)) {
      fixed++;
    }
    return fixed;
  }
}
