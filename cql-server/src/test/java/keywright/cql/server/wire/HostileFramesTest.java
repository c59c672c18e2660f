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
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import keywright.testkit.Seeds;
import keywright.testkit.Trials;
import org.junit.jupiter.api.Test;

/** Bytes that are no frames, or frames with something else in them. */
class HostileFramesTest {
  private static final int BODY_MAX = 1 << 20;

  private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(false);

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
    EmbeddedChannel channel = new EmbeddedChannel();
    channel.config().setAllocator(allocator);
    Wire wire = new Wire(BODY_MAX);
    wire.begin(channel.pipeline());
    if (hasSegments) {
      wire.useSegments(channel.pipeline());
    }
    return channel;
  }

  /** Everything that arrives for {@code bytes}, which come in two pieces. */
  private List<Inbound> arrived(boolean hasSegments, byte[] bytes, int cut) {
    EmbeddedChannel channel = channel(hasSegments);
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
    int trials = Trials.of(400_000);
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
}
