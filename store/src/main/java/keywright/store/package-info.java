/**
 * The interface of engines, and code that engines share.
 *
 * <p>An engine stores rows under row keys in families and scans contiguous ranges in both
 * directions. It states its capabilities; the layer above asks for capabilities, never for an
 * engine by name. Here are the interfaces, the cell codec of byte engines and the engine in memory,
 * which is the reference that every other engine is compared with.
 *
 * <p>The contract tests that every engine runs are in {@code keywright.store.contract}, in this
 * module's test jar.
 */
@NullMarked
package keywright.store;

import org.jspecify.annotations.NullMarked;
