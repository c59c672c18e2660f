package keywright.cli.console;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import keywright.key.KeyException;
import keywright.key.KeyFormat;
import keywright.key.KeySchema;
import keywright.key.RowKeyReader;
import keywright.key.Type;
import org.jspecify.annotations.Nullable;

/**
 * Shows the start of a region or a split as column values. A boundary may end after any byte of a
 * row key. Complete key parts are shown as values. An incomplete part of text is shown with an
 * ellipsis. An incomplete part of fixed length is shown as the lowest value that begins with its
 * bytes. All other bytes are shown in hex.
 */
public final class BoundaryText {
  private BoundaryText() {}

  /** {@code (3, 2017-01-31T00:00:00.000Z)}; empty for the start of the table. */
  public static String of(KeySchema schema, byte[] boundary) {
    if (boundary.length == 0) {
      return "";
    }
    try {
      return schema.readable(schema.decode(boundary));
    } catch (KeyException e) {
      if (schema.format().equals(KeyFormat.kw1())) {
        return ofBinary(schema, boundary);
      }
    }
    String text = schema.format().delimiter() == null ? null : text(boundary);
    return text == null ? Hex.format(boundary) : text + "…";
  }

  private static String ofBinary(KeySchema schema, byte[] boundary) {
    List<@Nullable Object> values = new ArrayList<>();
    RowKeyReader reader = schema.reader(boundary);
    try {
      while (values.size() < schema.parts().size()) {
        values.add(reader.get());
      }
    } catch (KeyException e) {
      // The boundary ends amid this part.
    }
    List<String> parts = new ArrayList<>();
    for (int part = 0; part < values.size(); part++) {
      parts.add(value(schema.partType(part), values.get(part)));
    }
    byte[] rest;
    try {
      int length = values.isEmpty() ? 0 : schema.startingWith(values.toArray()).start().length;
      rest = Arrays.copyOfRange(boundary, Math.min(length, boundary.length), boundary.length);
    } catch (KeyException e) {
      return Hex.format(boundary); // Values that no row has.
    }
    if (rest.length == 0) {
      return "(" + String.join(", ", parts) + ")";
    }
    String cut = values.size() < schema.parts().size() ? cut(schema, boundary, values, rest) : null;
    if (cut != null) {
      parts.add(cut);
      return "(" + String.join(", ", parts) + ")";
    }
    return (parts.isEmpty() ? "" : "(" + String.join(", ", parts) + ") and ") + Hex.format(rest);
  }

  /** The text of a key part that the boundary cuts; null if it cuts none. */
  private static @Nullable String cut(
      KeySchema schema, byte[] boundary, List<@Nullable Object> values, byte[] rest) {
    int part = values.size();
    Type type = schema.partType(part);
    if (type.valueClass() == String.class
        && !schema.parts().get(part).descending()
        && !schema.partNullable(part)) {
      String text = text(rest);
      return text == null ? null : text + "…";
    }
    if (type.fixedLength() <= 0) {
      return null;
    }
    try {
      byte[] least = Arrays.copyOf(boundary, boundary.length + type.fixedLength() + 1);
      return value(type, schema.reader(least).to(part).get());
    } catch (KeyException e) {
      return null;
    }
  }

  private static String value(Type type, @Nullable Object value) {
    return value == null ? "null" : type.format(value);
  }

  /** The bytes as text, if they are text that a terminal can show; null otherwise. */
  private static @Nullable String text(byte[] bytes) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.codePoints().anyMatch(Character::isISOControl) ? null : text;
    } catch (CharacterCodingException e) {
      return null;
    }
  }
}
