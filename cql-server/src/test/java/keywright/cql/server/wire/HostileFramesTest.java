package keywright.cql.server.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.protocol.internal.Message;
import com.datastax.oss.protocol.internal.ProtocolConstants;
import com.datastax.oss.protocol.internal.request.AuthResponse;
import com.datastax.oss.protocol.internal.request.Batch;
import com.datastax.oss.protocol.internal.request.Execute;
import com.datastax.oss.protocol.internal.request.Options;
import com.datastax.oss.protocol.internal.request.Prepare;
import com.datastax.oss.protocol.internal.request.Query;
import com.datastax.oss.protocol.internal.request.Register;
import com.datastax.oss.protocol.internal.request.Startup;
import com.datastax.oss.protocol.internal.request.query.QueryOptions;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import keywright.testkit.Seeds;
import keywright.testkit.Trials;
import net.jpountz.lz4.LZ4Factory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.xerial.snappy.Snappy;

/** Bytes that are no frames, or frames with something else in them. */
@Tag("large")
class HostileFramesTest {
  private static final int BODY_MAX = 1 << 20;

  private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(false);
  private final Wire wire = new Wire(BODY_MAX, allocator);

  private static List<Message> messages(int version) {
    QueryOptions options =
        new QueryOptions(
            ProtocolConstants.ConsistencyLevel.ONE,
            Arrays.asList(
                ByteBuffer.wrap(new byte[] {1, 2, 3, 4}), null, ProtocolConstants.UNSET_VALUE),
            Map.of(),
            true,
            100,
            ByteBuffer.wrap(new byte[] {9, 9}),
            ProtocolConstants.ConsistencyLevel.SERIAL,
            1L,
            version == 5 ? "shop" : null,
            QueryOptions.NO_NOW_IN_SECONDS);
    QueryOptions named =
        new QueryOptions(
            ProtocolConstants.ConsistencyLevel.ONE,
            List.of(),
            Map.of("a", ByteBuffer.wrap(new byte[] {1})),
            false,
            -1,
            null,
            ProtocolConstants.ConsistencyLevel.SERIAL,
            QueryOptions.NO_DEFAULT_TIMESTAMP,
            null,
            QueryOptions.NO_NOW_IN_SECONDS);
    return List.of(
        Options.INSTANCE,
        new Startup(),
        new Register(List.of("SCHEMA_CHANGE", "STATUS_CHANGE")),
        new Query("SELECT * FROM payment WHERE customer_id = ?", options),
        new Query("SELECT * FROM payment WHERE customer_id = :a", named),
        new Prepare("INSERT INTO payment (a) VALUES (?)", version == 5 ? "shop" : null),
        new Execute(new byte[16], new byte[16], options),
        new Batch(
            (byte) 0,
            List.of("INSERT INTO a (b) VALUES (1)", new byte[16]),
            List.of(List.of(), List.of(ByteBuffer.wrap(new byte[4]))),
            1,
            8,
            1L,
            null,
            QueryOptions.NO_NOW_IN_SECONDS),
        new AuthResponse(ByteBuffer.wrap(new byte[3])));
  }

  /** Changes some bytes, takes some out, or puts some in. */
  private static byte[] changed(byte[] bytes, Random random) {
    byte[] changed = bytes.clone();
    for (int change = random.nextInt(4); change >= 0 && changed.length > 0; change--) {
      int at = random.nextInt(changed.length);
      switch (random.nextInt(5)) {
        case 0 -> changed[at] ^= (byte) (1 << random.nextInt(8));
        case 1 -> changed[at] = (byte) random.nextInt(256);
        case 2 -> changed = Arrays.copyOf(changed, at);
        case 3 -> {
          int length = Math.min(4, changed.length - at);
          byte[] extreme =
              new byte[][] {{-1, -1, -1, -1}, {127, -1, -1, -1}, {0, 0, 0, 0}}[random.nextInt(3)];
          System.arraycopy(extreme, 0, changed, at, length);
        }
        default -> {
          byte[] longer = new byte[changed.length + 3];
          System.arraycopy(changed, 0, longer, 0, at);
          System.arraycopy(changed, at, longer, at + 3, changed.length - at);
          changed = longer;
        }
      }
    }
    return changed;
  }

  private EmbeddedChannel channel(boolean hasSegments) {
    return channel(wire, hasSegments ? 5 : 4, "", true);
  }

  private EmbeddedChannel channel(
      Wire ofChannel, int version, String compression, boolean isStarted) {
    EmbeddedChannel channel = new EmbeddedChannel();
    channel.config().setAllocator(allocator);
    Incoming incoming = ofChannel.begin(channel.pipeline());
    ofChannel.agree(channel.pipeline(), incoming, version, compression);
    if (isStarted) {
      incoming.started();
    }
    return channel;
  }

  private List<Inbound> arrived(boolean hasSegments, byte[] bytes, int cut) {
    return arrived(channel(hasSegments), bytes, cut);
  }

  /** Everything that arrives for {@code bytes}, which come in two pieces. */
  private List<Inbound> arrived(EmbeddedChannel channel, byte[] bytes, int cut) {
    channel.writeInbound(allocator.buffer().writeBytes(bytes, 0, cut));
    channel.writeInbound(allocator.buffer().writeBytes(bytes, cut, bytes.length - cut));
    List<Inbound> arrived = new ArrayList<>();
    for (Object one = channel.readInbound(); one != null; one = channel.readInbound()) {
      arrived.add((Inbound) one);
    }
    channel.finishAndReleaseAll();
    return arrived;
  }

  @Test
  void framesArriveAsTheyWereSent() {
    for (int version : new int[] {4, 5}) {
      for (Message message : messages(version)) {
        byte[] frame = ClientFrames.encode(version, 7, message);
        for (boolean hasSegments : new boolean[] {false, true}) {
          byte[] bytes = hasSegments ? ClientFrames.segment(frame, true) : frame;
          for (int cut = 0; cut <= bytes.length; cut++) {
            assertThat(arrived(hasSegments, bytes, cut))
                .singleElement()
                .isInstanceOfSatisfying(
                    Inbound.Request.class,
                    request -> {
                      assertThat(request.frame().streamId).isEqualTo(7);
                      assertThat(request.frame().message).hasToString(message.toString());
                    });
          }
        }
      }
    }
    assertThat(allocator.metric().usedHeapMemory()).isZero();
  }

  @Test
  void noChangedFrameDoesHarm() {
    long seed = Seeds.base();
    Random random = new Random(seed);
    int refused = 0;
    int trials = Trials.of(1_000_000, 40_000);
    for (int trial = 0; trial < trials; trial++) {
      int version = 4 + random.nextInt(2);
      List<Message> messages = messages(version);
      byte[] frame =
          ClientFrames.encode(
              version, trial & 0x7FFF, messages.get(random.nextInt(messages.size())));
      boolean hasSegments = random.nextBoolean();
      byte[] bytes;
      if (!hasSegments) {
        bytes = changed(frame, random);
      } else if (random.nextBoolean()) {
        bytes = ClientFrames.segment(changed(frame, random), random.nextBoolean());
      } else {
        bytes = changed(ClientFrames.segment(frame, true), random);
      }
      List<Inbound> arrived = arrived(hasSegments, bytes, random.nextInt(bytes.length + 1));
      for (Inbound one : arrived) {
        if (one instanceof Inbound.Refused problem) {
          refused++;
          assertThat(problem.problem())
              .as(Seeds.reproduction(seed))
              .isNotBlank()
              .doesNotContain("\n");
        }
      }
      if (allocator.metric().usedHeapMemory() != 0) {
        throw new AssertionError(
            "a buffer was not released in trial " + trial + "; " + Seeds.reproduction(seed));
      }
    }
    assertThat(refused).isGreaterThan(trials / 4);
  }

  @Test
  void aLargeFrameIsRefusedBeforeItsBodyHasCome() {
    byte[] header = {4, 0, 0, 9, 7, 0, 0x10, 0, 1};
    assertThat(arrived(false, header, 4))
        .containsExactly(
            new Inbound.Refused(
                4,
                9,
                "found a frame of 1,048,577 bytes, expected at most 1,048,576; send less, or let the server accept larger frames",
                true));
    byte[] part = new byte[1_000];
    System.arraycopy(header, 0, part, 0, header.length);
    part[0] = 5;
    assertThat(arrived(true, ClientFrames.segment(part, false), 500))
        .singleElement()
        .isInstanceOf(Inbound.Refused.class);
    assertThat(allocator.metric().usedHeapMemory()).isZero();
  }

  @Test
  void aLargeFrameComesInSeveralSegments() {
    String statement = "SELECT '" + "x".repeat(500_000) + "'";
    byte[] frame = ClientFrames.encode(5, 1, new Query(statement));
    EmbeddedChannel channel = channel(true);
    for (int start = 0; start < frame.length; start += 100_000) {
      byte[] part = Arrays.copyOfRange(frame, start, Math.min(frame.length, start + 100_000));
      channel.writeInbound(Unpooled.wrappedBuffer(ClientFrames.segment(part, false)));
    }
    assertThat(((Inbound.Request) channel.readInbound()).frame().message)
        .isInstanceOfSatisfying(Query.class, query -> assertThat(query.query).isEqualTo(statement));
    channel.finishAndReleaseAll();
    assertThat(allocator.metric().usedHeapMemory()).isZero();
  }

  @Test
  void otherVersionsGetTheAnswerThatDriversUnderstand() {
    for (int version : new int[] {1, 2, 3, 6, 65, 66}) {
      byte[] header = {(byte) version, 0, 0, 3, 5, 0, 0, 0, 0};
      assertThat(arrived(false, header, 2))
          .singleElement()
          .isInstanceOfSatisfying(
              Inbound.Refused.class,
              refused ->
                  assertThat(refused.problem())
                      .isEqualTo(
                          "Invalid or unsupported protocol version (%d); supported versions are (4/v4, 5/v5)"
                              .formatted(version)));
    }
  }

  /** A frame without its flag, compressed by the library that drivers use. */
  private static byte[] compressed(byte[] frame, String compression) throws IOException {
    byte[] body = Arrays.copyOfRange(frame, 9, frame.length);
    ByteBuffer whole = ByteBuffer.allocate(frame.length * 2 + 100).put(frame, 0, 9);
    if (compression.equals("snappy")) {
      whole.put(Snappy.compress(body));
    } else {
      whole.putInt(body.length);
      whole.put(LZ4Factory.safeInstance().fastCompressor().compress(body));
    }
    whole.put(1, (byte) 1).putInt(5, whole.position() - 9);
    return Arrays.copyOf(whole.array(), whole.position());
  }

  @Test
  void compressedFramesArriveAsTheyWereSent() throws IOException {
    long seed = Seeds.base();
    Random random = new Random(seed);
    for (String compression : List.of("lz4", "snappy")) {
      for (int trial = 0; trial < 300; trial++) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(3) == 0 ? random.nextInt(400_000) : random.nextInt(500);
        int letters = 1 + random.nextInt(26);
        while (text.length() < length) {
          text.append((char) ('a' + random.nextInt(letters)));
        }
        Query query = new Query(text.toString());
        byte[] frame = compressed(ClientFrames.encode(4, 7, query), compression);
        EmbeddedChannel channel = channel(wire, 4, compression, true);
        assertThat(arrived(channel, frame, random.nextInt(frame.length)))
            .as(Seeds.reproduction(seed))
            .singleElement()
            .isInstanceOfSatisfying(
                Inbound.Request.class,
                request ->
                    assertThat(((Query) request.frame().message).query).isEqualTo(query.query));
      }
    }
    assertThat(allocator.metric().usedHeapMemory()).isZero();
  }

  /** What the server compresses, the library that drivers use can read. */
  @Test
  void answersCanBeDecompressed() throws IOException {
    long seed = Seeds.base();
    Random random = new Random(seed);
    for (String compression : List.of("lz4", "snappy")) {
      for (int trial = 0; trial < 300; trial++) {
        byte[] bytes = new byte[random.nextInt(trial == 0 ? 1 : 300_000)];
        int values = 1 + random.nextInt(random.nextBoolean() ? 3 : 256);
        for (int i = 0; i < bytes.length; i++) {
          bytes[i] = (byte) random.nextInt(values);
        }
        ByteBuf given = Unpooled.wrappedBuffer(bytes);
        ByteBuf sent =
            Objects.requireNonNull(Compression.of(compression, allocator)).compress(given);
        byte[] compressed = ByteBufUtil.getBytes(sent);
        sent.release();
        byte[] read =
            compression.equals("snappy")
                ? Snappy.uncompress(compressed)
                : LZ4Factory.safeInstance()
                    .safeDecompressor()
                    .decompress(compressed, 4, compressed.length - 4, bytes.length);
        assertThat(read).as(Seeds.reproduction(seed)).isEqualTo(bytes);
      }
    }
    assertThat(allocator.metric().usedHeapMemory()).isZero();
  }

  @Test
  void noChangedCompressedFrameDoesHarm() throws IOException {
    long seed = Seeds.base();
    Random random = new Random(seed);
    int refused = 0;
    int trials = Trials.of(40_000, 5_000);
    for (int trial = 0; trial < trials; trial++) {
      String compression = random.nextBoolean() ? "lz4" : "snappy";
      List<Message> messages = messages(4);
      byte[] frame =
          ClientFrames.encode(4, 1, messages.get(2 + random.nextInt(messages.size() - 2)));
      byte[] bytes = changed(compressed(frame, compression), random);
      EmbeddedChannel channel = channel(wire, 4, compression, true);
      for (Inbound one : arrived(channel, bytes, random.nextInt(bytes.length + 1))) {
        refused += one instanceof Inbound.Refused ? 1 : 0;
      }
      // A segment with a right checksum whose payload cannot be decompressed.
      byte[] payload = new byte[1 + random.nextInt(100)];
      random.nextBytes(payload);
      byte[] segment = ClientFrames.compressedSegment(payload, 1 + random.nextInt(100_000));
      EmbeddedChannel ofSegments = channel(wire, 5, "lz4", true);
      for (Inbound one : arrived(ofSegments, segment, random.nextInt(segment.length + 1))) {
        refused += one instanceof Inbound.Refused ? 1 : 0;
      }
      if (allocator.metric().usedHeapMemory() != 0) {
        throw new AssertionError(
            "a buffer was not released in trial " + trial + "; " + Seeds.reproduction(seed));
      }
    }
    assertThat(refused).isGreaterThan(trials);
  }

  @Test
  void aSmallFrameThatBecomesLargeIsRefusedBeforeItIsDecompressed() {
    byte[] lz4 = {4, 1, 0, 9, 7, 0, 0, 0, 5, 0x7F, 0, 0, 0, 0};
    byte[] snappy = {4, 1, 0, 9, 7, 0, 0, 0, 5, -1, -1, -1, -1, 7};
    assertThat(arrived(channel(wire, 4, "lz4", true), lz4, 3))
        .containsExactly(
            new Inbound.Refused(
                4,
                9,
                "cannot read the message: found, when decompressed, a frame of 2,130,706,432 bytes, expected at most 1,048,576; send less, or let the server accept larger frames",
                false));
    assertThat(arrived(channel(wire, 4, "snappy", true), snappy, 3))
        .singleElement()
        .isInstanceOfSatisfying(
            Inbound.Refused.class,
            refused -> assertThat(refused.problem()).contains("a frame of 2,147,483,647 bytes"));
  }

  @Test
  void beforeTheStartFramesAreShort() {
    byte[] header = {4, 0, 0, 9, 7, 0, 0, 0x20, 1};
    assertThat(arrived(channel(wire, 4, "", false), header, 4))
        .containsExactly(
            new Inbound.Refused(
                4,
                9,
                "found a frame of 8,193 bytes, expected at most 8,192 before the connection is started",
                true));
    byte[] segment = ClientFrames.segment(new byte[8_202], false);
    assertThat(arrived(channel(wire, 5, "", false), segment, 4))
        .singleElement()
        .isInstanceOfSatisfying(
            Inbound.Refused.class,
            refused -> assertThat(refused.problem()).contains("a segment of 8,202 bytes"));
    assertThat(allocator.metric().usedHeapMemory()).isZero();
  }

  /** Incomplete frames of all connections together have a limit. */
  @Test
  void theBytesOfIncompleteFramesAreCountedTogether() {
    for (int version : new int[] {4, 5}) {
      byte[] frame = ClientFrames.encode(version, 1, new Query("x".repeat(BODY_MAX - 100)));
      byte[] most = Arrays.copyOf(frame, BODY_MAX - 1_000);
      List<EmbeddedChannel> channels = new ArrayList<>();
      int refused = 0;
      for (int i = 0; i < 10; i++) {
        EmbeddedChannel channel = channel(wire, version, "", true);
        channels.add(channel);
        for (int at = 0; at < most.length; at += 100_000) {
          byte[] part = Arrays.copyOfRange(most, at, Math.min(most.length, at + 100_000));
          channel.writeInbound(
              allocator
                  .buffer()
                  .writeBytes(version == 5 ? ClientFrames.segment(part, false) : part));
        }
        Inbound one = channel.readInbound();
        if (one != null) {
          refused++;
          assertThat(one)
              .isEqualTo(
                  new Inbound.Refused(
                      version,
                      0,
                      "found more than 4,194,304 bytes of incomplete frames on all connections; try again later",
                      true));
        }
      }
      assertThat(refused).isEqualTo(6);
      // Buffers grow by doubling, so they may be twice as large as their bytes.
      assertThat(allocator.metric().usedHeapMemory()).isLessThan(3L * 4 * BODY_MAX);
      // Small frames are none of the harm, and go on.
      EmbeddedChannel small = channel(wire, 4, "", true);
      byte[] options = ClientFrames.encode(4, 1, Options.INSTANCE);
      assertThat(arrived(small, options, 5)).hasSize(1);
      channels.forEach(EmbeddedChannel::finishAndReleaseAll);
      assertThat(allocator.metric().usedHeapMemory()).isZero();
      EmbeddedChannel later = channel(wire, version, "", true);
      byte[] begun = Arrays.copyOf(most, 100);
      byte[] sent = version == 5 ? ClientFrames.segment(begun, false) : begun;
      assertThat(arrived(later, sent, 50)).isEmpty();
    }
  }
}
