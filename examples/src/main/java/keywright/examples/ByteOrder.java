package keywright.examples;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import keywright.key.KeyFormat;
import keywright.key.KeySchema;

/** Row keys are ordered byte by byte: 11 comes before 2, and ASH before Ash. */
public final class ByteOrder {
  private ByteOrder() {}

  public static void main(String... arguments) {
    KeySchema schema = KeySchema.parse("id text", "id", KeyFormat.text(""));
    List<String> ids = List.of("1", "09", "005", "2", "Ash", "ASH", "3", "22", "11");

    String inKeyOrder =
        ids.stream()
            .map(id -> schema.encode(schema.key(id)))
            .sorted(Comparator.comparing(rowKey -> rowKey, Arrays::compareUnsigned))
            .map(rowKey -> String.valueOf(schema.decode(rowKey).part(0)))
            .collect(Collectors.joining(",", "{", "}"));

    System.out.println("as given:     {" + String.join(",", ids) + "}");
    System.out.println("in key order: " + inKeyOrder);
  }
}
