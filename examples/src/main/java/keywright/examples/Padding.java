package keywright.examples;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import keywright.key.ByteRange;
import keywright.key.Condition;
import keywright.key.Condition.Operator;
import keywright.key.KeyFormat;
import keywright.key.KeyRanges;
import keywright.key.KeySchema;

/** What a range of numbers finds among unpadded text keys, and among padded ones. */
public final class Padding {
  private static final List<String> IDS = List.of("1", "09", "005", "2", "3", "22", "11");

  private Padding() {}

  public static void main(String... arguments) {
    // Numbers as the text they happen to come in: the range 1 to 5 is one of bytes.
    KeySchema unpadded = KeySchema.parse("id text", "id", KeyFormat.text(""));
    ByteRange bytes = ByteRange.inclusive(rowKey(unpadded, "1"), rowKey(unpadded, "5"));
    System.out.println("unpadded, all:    " + keys(unpadded, ByteRange.all()));
    System.out.println("unpadded, 1 to 5: " + keys(unpadded, bytes));

    // The same numbers padded to four digits: the range follows from the condition.
    KeySchema padded = KeySchema.parse("id int", "lpad(id, 4)", KeyFormat.text(""));
    KeyRanges ranges =
        padded.ranges(
            List.of(
                new Condition.Compare("id", Operator.GE, 1),
                new Condition.Compare("id", Operator.LE, 5)));
    System.out.println("padded, all:      " + keys(padded, ByteRange.all()));
    System.out.println("padded, 1 to 5:   " + keys(padded, padded.bytes(ranges.ranges().get(0))));
  }

  private static byte[] rowKey(KeySchema schema, String id) {
    return schema.encode(schema.key(schema.columns().get(0).type().parseValue(id)));
  }

  /** The row keys in {@code range}, in key order. */
  private static String keys(KeySchema schema, ByteRange range) {
    TreeSet<byte[]> table = new TreeSet<>(Arrays::compareUnsigned);
    IDS.forEach(id -> table.add(rowKey(schema, id)));
    return table.stream()
        .filter(range::contains)
        .map(rowKey -> new String(rowKey, StandardCharsets.UTF_8))
        .collect(Collectors.joining(",", "{", "}"));
  }
}
