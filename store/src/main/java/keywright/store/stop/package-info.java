/**
 * How calls end early. A {@link keywright.store.stop.Cancellation} has a time limit, or is
 * cancelled by a thread; the calls that have received it look at it, and end with a {@link
 * keywright.store.stop.StoppedException}. All modules above use this package, also those that do
 * not use engines.
 */
@NullMarked
package keywright.store.stop;

import org.jspecify.annotations.NullMarked;
