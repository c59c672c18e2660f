package keywright.examples;

import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import keywright.key.Condition;
import keywright.key.KeyCodec;
import keywright.key.KeyRange;
import keywright.key.KeySchema;

/** A key made, read back and asked for its ranges, with {@code keywright.key} alone. */
public final class KeyFromJava {
  private KeyFromJava() {}

  record Event(long id, String tenant, Instant ts) {}

  public static void main(String... arguments) {
    // region
    KeySchema schema =
        KeySchema.parse("tenant text, ts timestamp, id bigint", "tenant, ts DESC, id");
    KeyCodec<Event> codec = schema.codec(Event.class); // record Event(long id, String tenant, …)
    byte[] rowKey = codec.encode(new Event(1, "acme", Instant.EPOCH));
    Event event = codec.decode(rowKey);

    Condition tenant = new Condition.Compare("tenant", Condition.Operator.EQ, "acme");
    Condition since = new Condition.Compare("ts", Condition.Operator.GE, "2017-01-01");
    for (KeyRange range : schema.ranges(List.of(tenant, since)).ranges()) {
      System.out.println(schema.bytes(range)); // start and stop of the scan
    }
    // endregion
    System.out.println(HexFormat.of().formatHex(rowKey) + " " + event);
  }
}
