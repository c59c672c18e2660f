/**
 * Row keys declared as expressions over columns, and everything that follows from the declaration.
 *
 * <p>A {@link keywright.key.KeySchema} is made from {@link keywright.key.Column}s and {@link
 * keywright.key.KeyPart}s; a part is a {@link keywright.key.KeyExpression} with a direction. The
 * schema turns column values into a {@link keywright.key.Key} (a tuple of part values), a key into
 * its row key (bytes) and back, and {@link keywright.key.Condition}s on columns into {@link
 * keywright.key.KeyRanges}. Expressions have properties: whether they keep order, whether they can
 * be reversed, how many values they can have. Ranges, fan-out and refusals follow from these.
 *
 * <p>For many keys, {@link keywright.key.KeyCodec} encodes records directly. {@link
 * keywright.key.RowKeyWriter} and {@link keywright.key.RowKeyReader} work part by part without
 * boxing.
 *
 * <p>{@link keywright.key.RowKeyWriter} and {@link keywright.key.RowKeyReader} are for one thread.
 * Every other type of this package is immutable and may be shared between threads. The module uses
 * only the JDK.
 */
@NullMarked
package keywright.key;

import org.jspecify.annotations.NullMarked;
