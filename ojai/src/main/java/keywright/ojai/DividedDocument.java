package keywright.ojai;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.ojai.exceptions.DecodingException;

/**
 * Divides stored documents into parts, and joins parts to documents, without decoding values. A
 * part is one field of a document, or all fields that are no parts of their own.
 *
 * <pre>
 * parts := the other fields, then for each field that is a part of its own that part, or nothing if
 *          the document does not have the field
 * part  of one field: a stored document with this field alone, then the place of the field among all
 *          fields of the document (4 bytes, from 0);
 *          of the other fields: a stored document with them
 * </pre>
 *
 * <p>So a reader of stored documents reads a path in the part that contains it. Documents with the
 * same fields have the same parts: a part differs only if its value or its place does.
 */
final class DividedDocument {
  /** The bytes behind the document in the part of one field. */
  private static final int PLACE = 4;

  /** The part of one field. */
  private record Single(byte[] part, int place) {}

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
    boolean[] single = new boolean[entries.count];
    int singles = 0;
    for (int i = 0; i < fields.size(); i++) {
      DocumentBytes.Cursor value = entries.field(DocumentWriter.utf8(fields.get(i)));
      if (value != null) {
        int found = Arrays.binarySearch(starts, 0, entries.count, value.at);
        int place = -found - 2; // The entry begins with the name, in front of its value.
        parts[i + 1] = part(document, starts[place], starts[place + 1], place);
        single[place] = true;
        singles++;
      }
    }
    parts[0] = singles == 0 ? document : without(document, starts, single, singles);
    return parts;
  }

  private static byte[] part(byte[] document, int start, int end, int place) {
    byte[] field = DocumentWriter.encodeFields(List.of(new StoredEntry(document, start, end)));
    byte[] part = Arrays.copyOf(field, field.length + PLACE);
    DocumentBytes.INTS.set(part, field.length, place);
    return part;
  }

  private static byte[] without(byte[] document, int[] starts, boolean[] single, int singles) {
    List<StoredEntry> others = new ArrayList<>(single.length - singles);
    for (int i = 0; i < single.length; i++) {
      if (!single[i]) {
        others.add(new StoredEntry(document, starts[i], starts[i + 1]));
      }
    }
    return DocumentWriter.encodeFields(others);
  }

  /**
   * The document with the fields of the given parts. If all parts of a document are given, it is
   * the document that was divided.
   *
   * @param parts as {@link #divide} returns them; null for a part that is not given
   * @return null if no part is given
   * @throws DecodingException if a part is damaged
   */
  static byte @Nullable [] join(byte[] @Nullable [] parts) {
    List<Single> singles = new ArrayList<>(parts.length);
    for (int i = 1; i < parts.length; i++) {
      byte[] part = parts[i];
      if (part != null) {
        if (part.length < PLACE) {
          throw new DecodingException(
              "cannot read a part of a stored document: found %d bytes, expected at least %d"
                  .formatted(part.length, PLACE));
        }
        singles.add(new Single(part, (int) DocumentBytes.INTS.get(part, part.length - PLACE)));
      }
    }
    byte[] others = parts[0];
    if (singles.isEmpty()) {
      return others;
    } else if (others == null && singles.size() == 1) {
      byte[] part = singles.get(0).part;
      return Arrays.copyOf(part, part.length - PLACE);
    }
    singles.sort(Comparator.comparingInt(Single::place));
    List<StoredEntry> joined = new ArrayList<>();
    if (others != null) {
      DocumentBytes.Entries entries = DocumentBytes.entries(others);
      int[] starts = entries.starts();
      for (int i = 0; i < entries.count; i++) {
        joined.add(new StoredEntry(others, starts[i], starts[i + 1]));
      }
    }
    for (Single single : singles) {
      DocumentBytes.Entries entries = DocumentBytes.entries(single.part);
      joined.add(
          Math.max(0, Math.min(single.place, joined.size())),
          new StoredEntry(single.part, entries.start, entries.limit()));
    }
    return DocumentWriter.encodeFields(joined);
  }

  /** The bytes of one field in those of a document: from {@code start}, before {@code end}. */
  record StoredEntry(byte[] bytes, int start, int end) {
    StoredEntry {
      Objects.checkFromToIndex(start, end, bytes.length);
    }
  }
}
