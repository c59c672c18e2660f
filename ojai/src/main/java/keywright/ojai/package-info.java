/**
 * The driver of the OJAI API: {@link KeywrightDriver} opens a database, whose document tables are
 * stores of documents ({@link StoreTable}). {@link OjaiStore} implements the calls of a store.
 * {@link StoreScan} plans queries and reads their documents. {@link StoreIds} converts between ids
 * and key columns: for ids that programs give ({@link GivenIds}) and for ids that are computed
 * ({@link ComputedIds}). {@link FieldColumns} converts conditions on fields to conditions on the
 * columns that are derived from these fields.
 *
 * <p>Inside the package a value of a document is a plain Java object, as {@link
 * org.ojai.Value#getObject} returns it: a {@code Map}, a {@code List} or a scalar ({@link Plain}).
 * A decoded document of the API is such a {@code Map}. A stored document is a {@code Map} too:
 * {@link StoredMap} and {@link StoredList} read a field or an element from the stored bytes when
 * they are asked for it. So paths ({@link Paths}), projections ({@link Projection}), conditions
 * ({@link Condition}) and mutations ({@link MutationStep}) have one implementation for decoded and
 * for stored documents. A program gets a stored document as a {@link LazyDocument}, which makes the
 * values of the API when they are used.
 *
 * <p>{@link DocumentWriter} and {@link DocumentBytes} write and read the stored form. {@link
 * ValueOrder} is the order of all values. {@link OrderedBytes} encodes values so that their bytes
 * sort in this order. {@link OjaiCondition}, {@link OjaiMutation} and {@link OjaiQuery} implement
 * the builders of the API; {@link Bounds} computes the ranges of values that a condition allows for
 * a field path.
 */
@NullMarked
package keywright.ojai;

import org.jspecify.annotations.NullMarked;
