/**
 * The effect of a key on a cluster. {@link keywright.design.simulate.Simulation} replays the writes
 * and reads of rows on a model, window by window; {@link keywright.design.simulate.Judge} grades
 * the load of the regions and finds the cause; {@link keywright.design.simulate.KeySpaceMap}
 * records the heat by key and time.
 */
@NullMarked
package keywright.design.simulate;

import org.jspecify.annotations.NullMarked;
