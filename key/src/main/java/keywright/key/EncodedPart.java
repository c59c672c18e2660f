package keywright.key;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One part of a row key, with its bytes. {@link KeySchema#annotate} makes these objects. Immutable.
 *
 * @param name the declaration of the part, without its direction
 * @param offset the offset of the first byte of the part in the row key, from 0
 * @param length the number of bytes of the part, including a null marker, a terminator or a
 *     delimiter
 * @param hex the bytes of the part in hexadecimal
 * @param value the value of the part as text; null if the part is null
 */
public record EncodedPart(String name, int offset, int length, String hex, @Nullable String value) {

  static List<EncodedPart> of(KeySchema schema, byte[] rowKey, Key key) {
    List<EncodedPart> annotated = new ArrayList<>();
    int offset = 0;
    for (int i = 0; i < key.size(); i++) {
      int end = i + 1 < key.size() ? schema.codec().offset(key.values(), i + 1) : rowKey.length;
      Object value = key.part(i);
      annotated.add(
          new EncodedPart(
              schema.parts().get(i).name(),
              offset,
              end - offset,
              BlobType.hex(Arrays.copyOfRange(rowKey, offset, end)),
              value == null ? null : schema.partType(i).format(value)));
      offset = end;
    }
    return annotated;
  }
}
