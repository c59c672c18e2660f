package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.invoke.MethodHandles;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/**
 * What keys cost in bytes: in the row key, and on the heap once the compiler has settled. Neither
 * wobbles, as time does.
 *
 * <p>The heap is measured in a process of its own, whose compiler has seen nothing else and whose
 * program waits for it ({@code -Xbatch}).
 */
final class AllocationTest {
  private static final int CALLS = 20_000;
  private static final int ROUNDS_MAX = 500;

  private static final KeySchema ID = KeySchema.parse("id bigint", "id");
  private static final KeySchema PAYMENTS =
      KeySchema.parse("customer int, paid_at timestamp, id bigint", "customer, paid_at DESC, id");
  private static final KeySchema EVENTS =
      KeySchema.parse(
          "tenant text, kind int, ts timestamp, name text", "tenant, kind, ts DESC, name");
  private static final KeySchema BUCKETS =
      KeySchema.parse("paid_at timestamp, id bigint", "bucket(8), paid_at DESC, id");

  private record Id(long id) {}

  private record Payment(int customer, long paidAt, long id) {}

  private record Event(String tenant, int kind, long ts, String name) {}

  private record Bucketed(long paidAt, long id) {}

  private static final KeyCodec<Id> ID_CODEC = ID.codec(Id.class, MethodHandles.lookup());
  private static final KeyCodec<Payment> PAYMENT_CODEC = PAYMENTS.codec(Payment.class);
  private static final KeyCodec<Event> EVENT_CODEC = EVENTS.codec(Event.class);
  private static final KeyCodec<Bucketed> BUCKET_CODEC = BUCKETS.codec(Bucketed.class);

  private static final byte[] BUFFER = new byte[64];

  /** The bytes that a call allocates when the compiler is done with it, as far as it comes. */
  private static double perCall(LongSupplier call) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    double least = Double.MAX_VALUE;
    long sum = 0;
    for (int round = 0; round < ROUNDS_MAX; round++) {
      long before = threads.getThreadAllocatedBytes(thread);
      for (int i = 0; i < CALLS; i++) {
        sum += call.getAsLong();
      }
      long allocated = threads.getThreadAllocatedBytes(thread) - before;
      // What the measurement itself allocates is far less than a byte for each call.
      least = Math.min(least, Math.floor((double) allocated / CALLS));
    }
    if (sum == 1) {
      System.out.print(' '); // So that the calls are not found to be for nothing.
    }
    return least;
  }

  private static Map<String, LongSupplier> measured() {
    Map<String, LongSupplier> calls = new LinkedHashMap<>();
    calls.put("write id", () -> ID.writer(BUFFER, 0).putLong(BUFFER[1]).end());
    calls.put(
        "write payment",
        () -> PAYMENTS.writer(BUFFER, 0).putInt(BUFFER[1]).putTimestamp(5).putLong(7).end());
    calls.put(
        "write event",
        () ->
            EVENTS
                .writer(BUFFER, 0)
                .putText("acme")
                .putInt(BUFFER[1])
                .putTimestamp(5)
                .putText("sign-up")
                .end());
    Id id = new Id(7);
    Payment payment = new Payment(1, 5, 7);
    Event event = new Event("acme", 1, 5, "sign-up");
    Bucketed bucketed = new Bucketed(5, 7);
    calls.put("encode id", () -> ID_CODEC.encode(id, BUFFER, 0));
    calls.put("encode payment", () -> PAYMENT_CODEC.encode(payment, BUFFER, 0));
    calls.put("encode event", () -> EVENT_CODEC.encode(event, BUFFER, 0));
    calls.put("encode bucket", () -> BUCKET_CODEC.encode(bucketed, BUFFER, 0));
    byte[] idKey = ID.rowKey(7);
    calls.put("read id", () -> ID.reader(idKey).getLong());
    byte[] paymentKey = PAYMENTS.rowKey(1, 5, 7);
    calls.put(
        "read payment",
        () -> {
          RowKeyReader in = PAYMENTS.reader(paymentKey);
          return in.getInt() + in.getTimestamp() + in.getLong();
        });
    byte[] eventKey = EVENTS.rowKey("acme", 1, 5, "sign-up");
    calls.put(
        "read event",
        () -> {
          RowKeyReader in = EVENTS.reader(eventKey).skip();
          return in.getInt() + in.getTimestamp();
        });
    PartReader time = PartReader.of(EVENTS, 2);
    calls.put("read the time of an event", () -> time.getTimestamp(eventKey));
    // 16 bytes of array header, 27 of the key, filled up to a multiple of 8.
    calls.put("new event", () -> EVENT_CODEC.encode(event).length);
    return calls;
  }

  /** Prints each call and the bytes that it allocates. */
  public static void main(String[] arguments) {
    measured().forEach((name, call) -> System.out.println(name + ": " + (int) perCall(call)));
  }

  @Test
  void onlyResultsAreAllocated() throws Exception {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Process process =
        new ProcessBuilder(
                java.toString(),
                "-Xbatch",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                AllocationTest.class.getName())
            .redirectErrorStream(true)
            .start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(printed.replace(System.lineSeparator(), "\n"))
        .isEqualTo(
            """
            write id: 0
            write payment: 0
            write event: 0
            encode id: 0
            encode payment: 0
            encode event: 0
            encode bucket: 0
            read id: 0
            read payment: 0
            read event: 0
            read the time of an event: 0
            new event: 48
            """);
  }

  @Test
  void keysAreAsShortAsTheirFormatSays() {
    assertThat(ID_CODEC.encode(new Id(7))).hasSize(8);
    assertThat(PAYMENT_CODEC.encode(new Payment(1, 5, 7))).hasSize(20);
    assertThat(EVENT_CODEC.encode(new Event("acme", 1, 5, "sign-up"))).hasSize(6 + 4 + 8 + 9);
    assertThat(BUCKET_CODEC.encode(new Bucketed(5, 7))).hasSize(17);
    KeySchema tenants = KeySchema.parse("t text, ts timestamp, id bigint", "t, ts DESC, id");
    assertThat(tenants.rowKey("acme", 5, 7)).hasSize(22);
  }
}
