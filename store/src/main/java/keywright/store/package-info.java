/**
 * The interface of engines, and code that engines share.
 *
 * <p>An engine stores rows under row keys in families and scans contiguous ranges in both
 * directions. It declares its capabilities. Code that uses an engine asks for its capabilities,
 * never for its name. This package contains the interfaces, the cell codec of engines that store
 * bytes, and the engine in memory. Tests compare every other engine with the engine in memory.
 *
 * <p>The contract tests that every engine runs are in {@code keywright.store.contract}, in this
 * module's test jar.
 */
@NullMarked
package keywright.store;

import org.jspecify.annotations.NullMarked;
