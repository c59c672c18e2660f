/**
 * Row keys that are declared as expressions over columns: encoding, decoding, and ranges for
 * conditions.
 *
 * <p>A {@link keywright.key.KeySchema} is a declared key. It is made from {@link
 * keywright.key.Column}s and {@link keywright.key.KeyPart}s; a part is a {@link
 * keywright.key.KeyExpression} with a direction. The schema converts column values to a {@link
 * keywright.key.Key}, which has the values of the parts. It encodes keys to row keys, which are
 * bytes, and decodes row keys to keys. It converts {@link keywright.key.Condition}s on columns to
 * {@link keywright.key.KeyRanges}. The ranges depend on three properties of the expressions:
 * whether an expression sorts as its column does, whether the column can be decoded from its value,
 * and how many values it can have.
 *
 * <p>For many keys, {@link keywright.key.KeyCodec} encodes records directly. {@link
 * keywright.key.RowKeyWriter} and {@link keywright.key.RowKeyReader} write and read a row key part
 * by part, without making objects for numbers.
 *
 * <p>{@link keywright.key.RowKeyWriter} and {@link keywright.key.RowKeyReader} are used by one
 * thread. Every other type of this package is immutable and may be shared between threads. The
 * module uses only the JDK.
 */
@NullMarked
package keywright.key;

import org.jspecify.annotations.NullMarked;
