/**
 * The types of the CQL native protocol. {@code NativeType} is the type in which the values of a
 * type of Keywright travel; {@code NativeValues} encodes and decodes values of the protocol's
 * types.
 */
@NullMarked
package keywright.cql.server.type;

import org.jspecify.annotations.NullMarked;
