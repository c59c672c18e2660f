/**
 * The driver of the OJAI API: {@link KeywrightDriver} opens a database, whose document tables are
 * stores of documents ({@link StoreTable}). {@link OjaiStore} implements the calls, {@link
 * StoreScan} plans and reads queries. {@link StoreIds} says how ids and key columns correspond, for
 * ids that programs give ({@link GivenIds}) and ids that are computed ({@link ComputedIds}). {@link
 * FieldColumns} turns conditions on fields into conditions on the columns that are derived from
 * them.
 *
 * <p>Inside the package a value of a document is a plain Java object, as {@link
 * org.ojai.Value#getObject} returns it: a {@code Map}, a {@code List} or a scalar ({@link Plain}).
 * A decoded document of the API is such a map already. A stored document is one too: {@link
 * StoredMap} and {@link StoredList} read one field or element from the bytes when it is asked for.
 * So paths ({@link Paths}), projections ({@link Projection}), conditions ({@link Condition}) and
 * mutations ({@link MutationStep}) have one implementation for both.
 *
 * <p>{@link DocumentWriter} and {@link DocumentBytes} write and read the stored form. {@link
 * ValueOrder} is the order of all values, {@link OrderedBytes} an encoding whose byte order it is.
 * {@link OjaiCondition}, {@link OjaiMutation} and {@link OjaiQuery} implement the builders of the
 * API; {@link Bounds} says which values of a field path a condition admits.
 */
@NullMarked
package keywright.ojai;

import org.jspecify.annotations.NullMarked;
