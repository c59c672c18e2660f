/**
 * Simulates the effect of a key on a cluster. {@link keywright.design.simulate.Simulation} replays
 * the writes of rows and the reads of queries on a model of a cluster, window by window; a window
 * is a group of consecutive writes. {@link keywright.design.simulate.Judge} grades how the regions
 * share the writes, and finds the cause of a hot spot. {@link
 * keywright.design.simulate.KeySpaceMap} records the reads and writes by key space and time.
 */
@NullMarked
package keywright.design.simulate;

import org.jspecify.annotations.NullMarked;
