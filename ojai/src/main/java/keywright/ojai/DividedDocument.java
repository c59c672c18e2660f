package keywright.ojai;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ojai.Value;
import org.ojai.exceptions.DecodingException;

/**
 * Divides stored documents into parts, and joins parts to documents, without decoding values. A
 * part is one field of a document, or all fields that are no parts of their own.
 *
 * <pre>
 * part   := document places
 * document := a stored document with the fields of the part
 * places := of the part of one field: its place among all fields of the whole document;
 *           of the other fields: the places of all fields that are parts of their own, ascending
 * place  := 4 bytes, from 0
 * </pre>
 *
 * <p>So a reader of stored documents reads a path in the part that contains it, and any parts can
 * be joined with their fields in the order of the whole document. A document without fields that
 * are parts of their own is its only part, unchanged.
 */
final class DividedDocument {
  /** The bytes of a place. */
  private static final int PLACE = 4;

  /** A field with its place in the whole document. */
  private static final class Field {
    final byte[] bytes;
    final int start;
    final int end;
    final int place;

    /**
     * @param starts where the fields of the document {@code bytes} start, and where the last ends
     * @param index the index of the field in these
     */
    Field(byte[] bytes, int[] starts, int index, int place) {
      this.bytes = bytes;
      this.start = starts[index];
      this.end = starts[index + 1];
      this.place = place;
    }

    int length() {
      return end - start;
    }
  }

  private DividedDocument() {}

  /**
   * The parts of a document: the first has the other fields, and is never null.
   *
   * @param fields the names of the fields that are parts of their own
   * @throws DecodingException if the document is damaged
   */
  static byte[] @Nullable [] divide(byte[] document, List<String> fields) {
    DocumentBytes.Entries entries = DocumentBytes.entries(document);
    int[] starts = entries.starts();
    byte[] @Nullable [] parts = new byte[fields.size() + 1][];
    BitSet single = new BitSet(entries.count);
    for (int i = 0; i < fields.size(); i++) {
      DocumentBytes.Cursor value = entries.field(DocumentWriter.utf8(fields.get(i)));
      if (value != null) {
        // The entry begins with the name, in front of its value.
        int place = -Arrays.binarySearch(starts, 0, entries.count, value.at) - 2;
        parts[i + 1] = part(List.of(new Field(document, starts, place, place)), place);
        single.set(place);
      }
    }
    if (single.isEmpty()) {
      parts[0] = document;
      return parts;
    }
    List<Field> others = new ArrayList<>();
    for (int i = 0; i < entries.count; i++) {
      if (!single.get(i)) {
        others.add(new Field(document, starts, i, i));
      }
    }
    parts[0] = part(others, single.stream().toArray());
    return parts;
  }

  /** A stored document with these fields, in this order, and the places behind it. */
  private static byte[] part(List<Field> fields, int... places) {
    int count = fields.size();
    int length = fields.stream().mapToInt(Field::length).sum();
    int width = DocumentWriter.width(length);
    int directory = DocumentBytes.ROOT_ENTRIES + length;
    int end = directory + width * count;
    byte[] part = new byte[end + PLACE * places.length];
    part[0] = DocumentWriter.VERSION;
    part[1] = Value.TYPE_CODE_MAP;
    DocumentBytes.INTS.set(part, 2, end - 6);
    DocumentBytes.INTS.set(part, 6, count);
    Integer[] starts = new Integer[count];
    int at = DocumentBytes.ROOT_ENTRIES;
    for (int i = 0; i < count; i++) {
      Field field = fields.get(i);
      System.arraycopy(field.bytes, field.start, part, at, field.length());
      starts[i] = at;
      at += field.length();
    }
    Arrays.sort(starts, (one, other) -> DocumentBytes.compareNames(part, one, other));
    for (int i = 0; i < count; i++) {
      int offset = starts[i] - DocumentBytes.ROOT_ENTRIES;
      for (int b = 0; b < width; b++) {
        part[directory + width * i + b] = (byte) (offset >> ((width - 1 - b) * 8));
      }
    }
    for (int i = 0; i < places.length; i++) {
      DocumentBytes.INTS.set(part, end + PLACE * i, places[i]);
    }
    return part;
  }

  /**
   * The document with the fields of the given parts, in their order. If all parts of a document are
   * given, it is the document that was divided.
   *
   * @param parts as {@link #divide} returns them; null for a part that is not given
   * @return null if no part is given
   * @throws DecodingException if a part is damaged
   */
  static byte @Nullable [] join(byte[] @Nullable [] parts) {
    byte[] only = null;
    int given = 0;
    for (byte[] part : parts) {
      only = part == null ? only : part;
      given += part == null ? 0 : 1;
    }
    if (only == null) {
      return null;
    } else if (given == 1) {
      int end = DocumentBytes.entries(only).end;
      return end == only.length ? only : Arrays.copyOf(only, end);
    }
    List<Field> fields = new ArrayList<>();
    byte[] others = parts[0];
    if (others != null) {
      addOthers(others, fields);
    }
    for (int i = 1; i < parts.length; i++) {
      byte[] part = parts[i];
      if (part != null) {
        DocumentBytes.Entries entries = DocumentBytes.entries(part);
        int[] starts = entries.starts();
        if (entries.count != 1) {
          throw new DecodingException(
              "cannot read a part of a stored document: found %d fields, expected 1"
                  .formatted(entries.count));
        }
        fields.add(new Field(part, starts, 0, place(part, entries.end)));
      }
    }
    fields.sort(Comparator.comparingInt(field -> field.place));
    return part(fields);
  }

  /** Adds the fields of the first part: their places are those that no other field has. */
  private static void addOthers(byte[] part, List<Field> fields) {
    DocumentBytes.Entries entries = DocumentBytes.entries(part);
    int[] starts = entries.starts();
    int at = entries.end;
    int place = 0;
    for (int i = 0; i < entries.count; i++) {
      while (at < part.length && place(part, at) == place) {
        at += PLACE;
        place++;
      }
      fields.add(new Field(part, starts, i, place++));
    }
  }

  private static int place(byte[] part, int at) {
    if (part.length - at < PLACE) {
      throw new DecodingException(
          "cannot read a part of a stored document: found %d bytes behind the document, expected the place of a field"
              .formatted(part.length - at));
    }
    return (int) DocumentBytes.INTS.get(part, at);
  }
}
