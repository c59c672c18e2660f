/**
 * Frames of the CQL native protocol, versions 4 and 5, on Netty.
 *
 * <p>A {@code FrameReader} turns the bytes of a connection into {@code Inbound} values: frames, or
 * what is wrong with them. It checks the header of a frame before it waits for the body. {@code
 * Incoming} counts the bytes of incomplete frames, of all connections together. When a client has
 * started version 5, a {@code SegmentReader} and a {@code SegmentWriter} take the place of {@code
 * FrameReader} and {@code FrameWriter}. A {@code Compression} makes frames or segments smaller. The
 * messages inside the frames are those of the library {@code native-protocol}; {@code ByteBufCodec}
 * reads and writes their fields.
 */
@NullMarked
package keywright.cql.server.wire;

import org.jspecify.annotations.NullMarked;
