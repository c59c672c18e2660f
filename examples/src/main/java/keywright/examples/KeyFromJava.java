package keywright.examples;

import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import keywright.key.ByteRange;
import keywright.key.Condition;
import keywright.key.KeyRange;
import keywright.key.KeyRanges;
import keywright.key.KeySchema;

/** A key made, read back and asked for its ranges, with {@code keywright.key} alone. */
public final class KeyFromJava {
  private KeyFromJava() {}

  public static void main(String... arguments) {
    // region
    KeySchema schema =
        KeySchema.parse("tenant text, ts timestamp, id bigint", "tenant, ts DESC, id");
    byte[] rowKey = schema.encode(schema.key("acme", Instant.EPOCH, 1));
    Object[] values = schema.columnValues(schema.decode(rowKey));

    KeyRanges ranges =
        schema.ranges(
            List.of(
                new Condition.Compare("tenant", Condition.Operator.EQ, "acme"),
                new Condition.Compare("ts", Condition.Operator.GE, "2017-01-01")));
    for (KeyRange range : ranges.ranges()) {
      ByteRange bytes = schema.bytes(range); // start and stop of the scan
      System.out.println(bytes);
    }
    // endregion
    System.out.println(HexFormat.of().formatHex(rowKey) + " " + Arrays.toString(values));
  }
}
