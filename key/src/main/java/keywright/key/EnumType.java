package keywright.key;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One of the labels that a declaration numbers: {@code enum('mobile phone' = 1 AS 'sj', 'fax' =
 * 2)}.
 *
 * <p>Layout: the number, unsigned, in 1 byte when all are at most 255, else in 2. Order: by number.
 * Example: 'mobile phone' of the above is {@code 01}. The {@code AS} form stands for the label in
 * text keys, and nowhere else.
 */
final class EnumType extends Type {
  static final int MOST_NUMBER = 65_535;
  private static final int SHOWN_LABELS = 10;

  /**
   * A declared value.
   *
   * @param form what stands for it in text keys; the label unless declared
   */
  record Member(String label, int number, String form) {
    @Override
    public String toString() {
      return quote(label) + " = " + number + (form.equals(label) ? "" : " AS " + quote(form));
    }
  }

  private final List<Member> members;
  private final Map<String, Member> byLabel = new HashMap<>();
  private final Map<String, Member> byForm = new HashMap<>();
  private final Map<Integer, Member> byNumber = new HashMap<>();
  private final int bytes;
  private final int textWidth;
  private final boolean textSorts;

  private EnumType(List<Member> sorted) {
    super("enum(" + Tokens.list(sorted) + ")");
    this.members = sorted;
    this.bytes = sorted.get(sorted.size() - 1).number <= 0xFF ? 1 : 2;
    int width = sorted.get(0).form.length();
    boolean sorts = true;
    for (int i = 0; i < sorted.size(); i++) {
      Member member = sorted.get(i);
      byLabel.put(member.label, member);
      byForm.put(member.form, member);
      byNumber.put(member.number, member);
      width = member.form.length() == width ? width : -1;
      sorts &= i == 0 || Utf8.compare(sorted.get(i - 1).form, member.form) < 0;
    }
    this.textWidth = width;
    this.textSorts = sorts;
  }

  /**
   * An enum of {@code members}, which are sorted by number.
   *
   * @return null when two share a number, a label or a form
   */
  static @Nullable EnumType of(List<Member> members) {
    List<Member> sorted = new ArrayList<>(members);
    sorted.sort(Comparator.comparingInt(Member::number));
    EnumType type = new EnumType(List.copyOf(sorted));
    int count = members.size();
    return type.byLabel.size() == count
            && type.byForm.size() == count
            && type.byNumber.size() == count
        ? type
        : null;
  }

  private static String quote(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  /** The labels, in the order of their numbers. */
  List<String> labels() {
    return members.stream().map(Member::label).toList();
  }

  @Override
  public Class<?> valueClass() {
    return String.class;
  }

  @Override
  boolean isText() {
    return false;
  }

  @Override
  String expectation() {
    List<String> labels = new ArrayList<>();
    for (Member member : members.subList(0, Math.min(members.size(), SHOWN_LABELS))) {
      labels.add(quote(member.label));
    }
    return (members.size() == 1 ? "" : "one of ")
        + String.join(", ", labels)
        + (members.size() > SHOWN_LABELS ? ", …" : "");
  }

  @Override
  @Nullable Fit fit(Object literal) {
    return literal instanceof String label && byLabel.containsKey(label) ? Fit.exact(label) : null;
  }

  private Member member(Object value) {
    Member member = byLabel.get((String) value);
    if (member == null) {
      throw KeyException.of("found " + Type.describe(value) + ", expected " + expectation());
    }
    return member;
  }

  @Override
  public int fixedLength() {
    return bytes;
  }

  @Override
  int textWidth() {
    return textWidth;
  }

  @Override
  boolean textSorts() {
    return textSorts;
  }

  @Override
  void write(Object value, KeyWriter out) {
    out.putBits(member(value).number, bytes);
  }

  @Override
  Object read(KeyReader in) {
    int offset = in.offset();
    int number = (int) in.bits(bytes);
    Member member = byNumber.get(number);
    if (member == null) {
      throw in.error(offset, "holds " + number, "the number of " + expectation());
    }
    return member.label;
  }

  @Override
  public int compare(Object a, Object b) {
    return Integer.compare(member(a).number, member(b).number);
  }

  @Override
  String keyText(Object value) {
    return member(value).form;
  }

  @Override
  Object parseKeyText(String text) {
    Member member = byForm.get(text);
    if (member == null) {
      throw KeyException.of(
          "found " + Type.describe(text) + ", expected the text form of " + expectation());
    }
    return member.label;
  }

  @Override
  int longestText() {
    int longest = 0;
    for (Member member : members) {
      longest = Math.max(longest, Utf8.encode(member.form).length);
    }
    return longest;
  }

  @Override
  List<Object> samples() {
    return List.copyOf(labels());
  }
}
