/**
 * What every engine does, as tests: extend {@link keywright.store.contract.EngineContract} and open
 * the engine.
 */
@NullMarked
package keywright.store.contract;

import org.jspecify.annotations.NullMarked;
