package keywright.key;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON scalars and lists, see {@link Variant}.
 *
 * <p>Layout: {@code 10} null, {@code 20} false, {@code 21} true, {@code 30} and the body of a
 * decimal, {@code 40} and that of a text, {@code 50} and that of a list of variants. Order: as the
 * tags, then as decimal, text and list. Example: "a" is {@code 40610001}. As text: JSON.
 */
final class VariantType extends Type {
  static final VariantType VARIANT = new VariantType();

  /** By {@link Variant#rank}. */
  private static final int[] TAGS = {0x10, 0x20, 0x21, 0x30, 0x40, 0x50};

  private static final ListType LIST = new ListType(VARIANT);

  private VariantType() {
    super("variant");
  }

  @Override
  public Class<?> valueClass() {
    return Variant.class;
  }

  @Override
  String expectation() {
    return "a JSON scalar or list such as 1.5, \"a\" or [true,null]";
  }

  @Override
  @Nullable Fit fit(Object literal) {
    return Fit.exact(Variant.of(literal));
  }

  @Override
  public int fixedLength() {
    return -1;
  }

  @Override
  void write(Object value, KeyWriter out) {
    Variant variant = (Variant) value;
    out.put(TAGS[variant.rank()]);
    Object inner = variant.value();
    if (inner instanceof BigDecimal) {
      BigDecimalType.DECIMAL.write(inner, out);
    } else if (inner instanceof String) {
      TextType.TEXT.write(inner, out);
    } else if (inner instanceof List<?> list) {
      ListType.write(list, this, out);
    }
  }

  @Override
  Object read(KeyReader in) {
    return read(in, ListType.MOST_NESTED);
  }

  private static Variant read(KeyReader in, int mostNested) {
    int offset = in.offset();
    int tag = (int) in.bits(1);
    return switch (tag) {
      case 0x10 -> Variant.NULL;
      case 0x20 -> Variant.of(false);
      case 0x21 -> Variant.of(true);
      case 0x30 -> Variant.of(BigDecimalType.DECIMAL.read(in));
      case 0x40 -> Variant.of(TextType.TEXT.read(in));
      case 0x50 -> {
        if (mostNested == 0) {
          throw in.error(
              offset,
              "holds lists nested more than " + ListType.MOST_NESTED + " deep",
              "at most " + ListType.MOST_NESTED);
        }
        List<Variant> elements = new ArrayList<>();
        while (ListType.readMarker(in)) {
          elements.add(read(in, mostNested - 1));
        }
        yield Variant.ofList(elements);
      }
      default ->
          throw in.error(offset, "holds the tag " + BlobType.hex(tag), "10, 20, 21, 30, 40 or 50");
    };
  }

  @Override
  public int compare(Object a, Object b) {
    Variant left = (Variant) a;
    Variant right = (Variant) b;
    int order = Integer.compare(left.rank(), right.rank());
    if (order != 0) {
      return order;
    }
    Object x = left.value();
    Object y = right.value();
    if (x instanceof BigDecimal && y instanceof BigDecimal) {
      return BigDecimalType.DECIMAL.compare(x, y);
    }
    if (x instanceof String && y instanceof String) {
      return TextType.TEXT.compare(x, y);
    }
    return x instanceof List && y instanceof List ? LIST.compare(x, y) : 0;
  }

  @Override
  public Object parseValue(String text) {
    return Variant.parse(text);
  }

  @Override
  void appendJson(Object value, StringBuilder out) {
    Object inner = ((Variant) value).value();
    if (inner == null) {
      out.append("null");
    } else if (inner instanceof List) {
      LIST.appendJson(inner, out);
    } else if (inner instanceof Map<?, ?> object) {
      char before = '{';
      for (Map.Entry<?, ?> field : object.entrySet()) {
        JsonReader.quote((String) field.getKey(), out.append(before));
        appendJson(field.getValue(), out.append(':'));
        before = ',';
      }
      out.append(before == '{' ? "{}" : "}");
    } else if (inner instanceof BigDecimal) {
      BigDecimalType.DECIMAL.appendJson(inner, out);
    } else {
      super.appendJson(inner, out);
    }
  }

  @Override
  Object fromJson(Variant json) {
    if (json.hasObject()) {
      throw KeyException.of("found " + Type.describe(json) + ", expected " + expectation());
    }
    return json;
  }
}
