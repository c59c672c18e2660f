package keywright.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The documents of the benchmark: 50 fields of several types, under an id. In larger documents the
 * fields with arrays have longer ones, of maps such as the items of an order.
 */
final class Contact {
  static final int FIELDS = 50;

  /** The fields with texts, in the order of the document, from its second field to its last one. */
  private static final List<String> TEXTS;

  private static final int KINDS = 6;

  static {
    List<String> texts = new ArrayList<>();
    for (int index = 1; index < FIELDS; index += KINDS) {
      texts.add(name(index));
    }
    TEXTS = List.copyOf(texts);
  }

  private Contact() {}

  /** The id of the document number {@code number}: ids sort as numbers do. */
  static String id(int number) {
    return "contact%09d".formatted(number);
  }

  /** A field with a text: each number gives one at any place of the document. */
  static String text(int number) {
    return TEXTS.get(new SplittableRandom(number).nextInt(TEXTS.size()));
  }

  private static String name(int index) {
    return "field_" + index * 37 % 97;
  }

  /** The document number {@code number}, always the same, with {@code _id} first. */
  static Map<String, Object> of(int number) {
    return of(number, 0);
  }

  /**
   * The same document with items.
   *
   * @param items how many maps are in each of the eight fields with containers; 0 for short arrays
   *     and maps instead
   */
  static Map<String, Object> of(int number, int items) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("_id", id(number));
    for (int index = 1; document.size() < FIELDS; index++) {
      boolean isContainer = index % KINDS == KINDS - 1;
      document.put(
          name(index),
          isContainer && items > 0 ? items(number, index, items) : value(number, index));
    }
    return document;
  }

  private static List<Map<String, Object>> items(int number, int index, int count) {
    List<Map<String, Object>> items = new ArrayList<>();
    for (int item = 0; item < count; item++) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("sku", "sku-%07d".formatted((number * 31 + item * 7 + index) % 10_000_000));
      one.put("name", "article " + item + " of the list " + index);
      one.put("quantity", (long) (item % 9 + 1));
      one.put("price", 0.25 * (item + index));
      one.put("size", Map.of("width", item % 40L, "height", index % 50L));
      items.add(one);
    }
    return items;
  }

  private static Object value(int number, int index) {
    return switch (index % KINDS) {
      case 0 -> number + index * 1_000L;
      case 1 -> "some text of the field " + index + " of " + number;
      case 2 -> index * 1.25;
      case 3 -> (number + index) % 2 == 0;
      case 4 -> 1_600_000_000_000L + number;
      default ->
          index % 2 == 0
              ? Map.of("street", "Long Road " + number, "zip", (long) index)
              : List.of("x", "y", "z" + number);
    };
  }
}
