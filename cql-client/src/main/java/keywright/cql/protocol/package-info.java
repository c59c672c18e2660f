/**
 * What a server and its clients agree on. {@code NativeType} is the type of the CQL native protocol
 * in which the values of a type of Keywright travel; {@code NativeValues} encodes and decodes
 * values of the protocol's types. {@code Facts} are what a server tells the clients of Keywright in
 * addition to the protocol.
 */
@NullMarked
package keywright.cql.protocol;

import org.jspecify.annotations.NullMarked;
