package keywright.key;

/**
 * A field of a date pattern: a run of one letter such as {@code MM}.
 *
 * @param letters the run, with {@code u} read as {@code y}
 * @param offset where the run starts in the pattern
 * @param depth the {@link TimeDepth} at which the text of the field is known
 * @param parent the depth within whose cells different texts mean different cells of {@code depth};
 *     {@link TimeDepth#NEVER} when they never do
 * @param sorted whether the texts are of one width and sort as the times do within such a cell
 */
record DateField(String letters, int offset, int depth, int parent, boolean sorted) {

  static DateField of(String letters, int offset) {
    int count = letters.length();
    return switch (letters.charAt(0)) {
      case 'y' ->
          count == 2
              ? new DateField(letters, offset, TimeDepth.YEAR, TimeDepth.NEVER, false)
              : new DateField(letters, offset, TimeDepth.YEAR, 0, count == 4);
      case 'G' -> new DateField(letters, offset, TimeDepth.YEAR, TimeDepth.NEVER, false);
      case 'M', 'L' ->
          new DateField(
              letters, offset, TimeDepth.MONTH, injective(count, TimeDepth.YEAR), count == 2);
      case 'Q', 'q' -> new DateField(letters, offset, TimeDepth.MONTH, TimeDepth.NEVER, false);
      case 'd' -> new DateField(letters, offset, TimeDepth.DAY, TimeDepth.MONTH, count == 2);
      case 'D' -> new DateField(letters, offset, TimeDepth.DAY, TimeDepth.YEAR, count == 3);
      case 'g' -> new DateField(letters, offset, TimeDepth.DAY, 0, false);
      case 'E', 'e', 'c', 'F', 'w', 'W', 'Y' ->
          new DateField(letters, offset, TimeDepth.DAY, TimeDepth.NEVER, false);
      case 'a' -> new DateField(letters, offset, TimeDepth.HALF_DAY, TimeDepth.DAY, true);
      case 'H' -> new DateField(letters, offset, TimeDepth.HOUR, TimeDepth.DAY, count == 2);
      case 'k' -> new DateField(letters, offset, TimeDepth.HOUR, TimeDepth.DAY, false);
      case 'K' -> new DateField(letters, offset, TimeDepth.HOUR, TimeDepth.HALF_DAY, count == 2);
      case 'h' -> new DateField(letters, offset, TimeDepth.HOUR, TimeDepth.HALF_DAY, false);
      case 'm' -> new DateField(letters, offset, TimeDepth.MINUTE, TimeDepth.HOUR, count == 2);
      case 'B' -> new DateField(letters, offset, TimeDepth.MINUTE, TimeDepth.NEVER, false);
      case 's' -> new DateField(letters, offset, TimeDepth.SECOND, TimeDepth.MINUTE, count == 2);
      case 'S' -> new DateField(letters, offset, TimeDepth.SECOND + count, TimeDepth.SECOND, true);
      case 'A' -> new DateField(letters, offset, TimeDepth.SECOND + 3, TimeDepth.DAY, false);
      case 'n' -> new DateField(letters, offset, TimeDepth.NANO, TimeDepth.SECOND, false);
      case 'N' -> new DateField(letters, offset, TimeDepth.NANO, TimeDepth.DAY, false);
      default -> new DateField(letters, offset, TimeDepth.NEVER, TimeDepth.NEVER, false);
    };
  }

  /** One letter of a month's name is that of several months: five letters ask for it. */
  private static int injective(int count, int parent) {
    return count == 5 ? TimeDepth.NEVER : parent;
  }
}
