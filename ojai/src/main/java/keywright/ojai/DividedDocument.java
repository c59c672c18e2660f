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

  private static final Comparator<Field> BY_PLACE = Comparator.comparingInt(field -> field.place);

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
   * @throws DecodingException if a part is damaged, or if the parts are not those of one document
   */
  static byte @Nullable [] join(byte[] @Nullable [] parts) {
    List<Field> fields = new ArrayList<>();
    for (int i = 1; i < parts.length; i++) {
      byte[] part = parts[i];
      if (part != null) {
        fields.add(single(part));
      }
    }
    fields.sort(BY_PLACE);
    for (int i = 1; i < fields.size(); i++) {
      requirePlace(fields.get(i).place != fields.get(i - 1).place, fields.get(i));
    }
    byte[] others = parts[0];
    if (others == null) {
      return fields.isEmpty() ? null : part(fields);
    }
    DocumentBytes.Entries entries = DocumentBytes.entries(others);
    int[] places = places(others, entries.end);
    requirePlaces(places, entries.count);
    if (fields.isEmpty()) {
      return places.length == 0 ? others : Arrays.copyOf(others, entries.end);
    }
    for (Field field : fields) {
      requirePlace(Arrays.binarySearch(places, field.place) >= 0, field);
    }
    addOthers(others, entries, places, fields);
    fields.sort(BY_PLACE);
    return part(fields);
  }

  /** The field of a part that has one field. */
  private static Field single(byte[] part) {
    DocumentBytes.Entries entries = DocumentBytes.entries(part);
    if (entries.count != 1) {
      throw damaged(entries.count + " fields", "1");
    }
    int[] places = places(part, entries.end);
    if (places.length != 1) {
      throw damaged(places.length + " places behind the document", "the place of its field");
    }
    return new Field(part, entries.starts(), 0, places[0]);
  }

  /** Adds the fields of the first part: their places are those that no other field has. */
  private static void addOthers(
      byte[] part, DocumentBytes.Entries entries, int[] places, List<Field> fields) {
    int[] starts = entries.starts();
    int next = 0;
    int place = 0;
    for (int i = 0; i < entries.count; i++) {
      while (next < places.length && places[next] == place) {
        next++;
        place++;
      }
      fields.add(new Field(part, starts, i, place++));
    }
  }

  /** The places behind the document of a part. */
  private static int[] places(byte[] part, int end) {
    int length = part.length - end;
    if (length % PLACE != 0) {
      throw damaged(
          length + " bytes behind the document", "places of fields of " + PLACE + " bytes each");
    }
    int[] places = new int[length / PLACE];
    for (int i = 0; i < places.length; i++) {
      places[i] = (int) DocumentBytes.INTS.get(part, end + PLACE * i);
    }
    return places;
  }

  /** Checks the places that the first part leaves to the other parts, beside its own fields. */
  private static void requirePlaces(int[] places, int others) {
    int last = -1;
    for (int place : places) {
      if (place <= last || place >= others + places.length) {
        throw damaged(
            "the place %d after the place %d".formatted(place, last),
            "ascending places below " + (others + places.length));
      }
      last = place;
    }
  }

  private static void requirePlace(boolean isFree, Field field) {
    if (!isFree) {
      throw damaged(
          "a field at place " + field.place, "a place that the other parts of the document leave");
    }
  }

  private static DecodingException damaged(String found, String expected) {
    return new DecodingException(
        "cannot read a part of a stored document: found %s, expected %s"
            .formatted(found, expected));
  }
}
