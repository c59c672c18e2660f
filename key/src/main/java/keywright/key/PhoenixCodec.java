package keywright.key;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The format {@code phoenix}: the row key of an Apache Phoenix table, with {@code phoenix_salt(n)}
 * as its first part where the table has {@code SALT_BUCKETS}.
 *
 * <p>Layout: each part as {@link PhoenixType} writes it, complemented when descending. VARCHAR and
 * DECIMAL are followed by {@code 00}, or {@code FF} when descending, unless nothing follows an
 * ascending one; a null is its {@code 00} alone. Nulls at the end of a key are left out, separators
 * and all. VARBINARY has no end, so it is the last part, and ascending.
 *
 * <p>Order: that of the values; nulls first in either direction. Refused is what Phoenix would
 * store as something else: U+0000 in VARCHAR, which makes one key of ('a\0b', 'x') and ('a',
 * 'b\0x'); '' and an empty VARBINARY, which are null; spaces at the end of CHAR; decimals of more
 * than 38 digits. Example: (text 'a', bigint 1) is {@code 61008000000000000001}.
 *
 * <p>Tables made before Phoenix 4.5 that end descending columns with {@code 00} and were never
 * upgraded are not read.
 */
final class PhoenixCodec extends ForeignCodec {
  private static final int SPACE = ' ';
  private static final int NULL = 0x00;
  private static final int DESCENDING_END = 0xFF;

  private final List<PhoenixType> types = new ArrayList<>();
  private final @Nullable PhoenixSalt salt;

  PhoenixCodec(List<KeyPart> parts, List<TypedExpression> expressions) {
    super("phoenix", parts, expressions);
    this.salt = expressions.get(0) instanceof PhoenixSalt first ? first : null;
    for (int i = 0; i < parts.size(); i++) {
      types.add(checked(i));
    }
  }

  private PhoenixType checked(int part) {
    TypedExpression expression = expressions.get(part);
    boolean descending = descending(part);
    if (expression instanceof PhoenixSalt) {
      if (descending) {
        throw unusable(part, "DESC", "an ascending salt, because Phoenix has no other");
      }
      return PhoenixType.salt(expression.type());
    }
    PhoenixType type = PhoenixType.of(expression.type());
    if (type == null) {
      throw unusable(
          part,
          expression.type().toString(),
          "a type that Phoenix has: tinyint to bigint, float, double, decimal, boolean, text,"
              + " char(n), binary(n), blob, uuid, date or timestamp(ms|us|ns)");
    }
    if (expression.cardinality() > 0
        && !type.fit(expression.member(expression.cardinality() - 1)).exact()) {
      throw unusable(part, expression.cardinality() + " values", type.expectation());
    }
    if (type.type() instanceof BlobType && (descending || !isLast(part))) {
      throw unusable(
          part,
          descending ? "DESC" : "a blob before the last part",
          "a blob only as the last part and ascending, because Phoenix does not mark the end of a blob");
    }
    if (type.type() instanceof BooleanType && descending) {
      throw unusable(
          part,
          "DESC",
          "an ascending boolean, because Phoenix encodes a descending boolean in two ways");
    }
    if (expression.nullable()) {
      checkNulls(part, type);
    }
    return type;
  }

  private void checkNulls(int part, PhoenixType type) {
    if (!type.isVariable()) {
      throw unusable(
          part,
          type.type() + " that may be null",
          "NOT NULL; only text, decimal and blob may be null in a key of Phoenix");
    }
    if (!parts.get(part).nullsFirst()) {
      throw unusable(
          part, "nulls last", "NULLS FIRST, because Phoenix sorts nulls first in ASC and in DESC");
    }
  }

  @Override
  Fit held(int part, Object value) {
    return types.get(part).fit(value);
  }

  @Override
  byte[] written(@Nullable Object[] values) {
    return leading(Arrays.asList(values));
  }

  /** The shortest row key that begins with these values: all after them null, if that may be. */
  private byte[] leading(List<@Nullable Object> values) {
    int count = kept(values);
    KeyWriter out = new KeyWriter();
    for (int i = 0; i < count - 1; i++) {
      write(i, values.get(i), out);
    }
    if (count > 0) {
      Object last = values.get(count - 1);
      writeBody(count - 1, last, out);
      if (last != null && types.get(count - 1).isVariable() && descending(count - 1)) {
        out.put(DESCENDING_END);
      }
    }
    return out.toBytes();
  }

  @Override
  void write(int part, @Nullable Object value, KeyWriter out) {
    writeBody(part, value, out);
    if (types.get(part).isVariable()) {
      if (value != null && descending(part)) {
        out.put(DESCENDING_END);
      } else if (!isLast(part)) {
        out.put(NULL);
      }
    }
  }

  private void writeBody(int part, @Nullable Object value, KeyWriter out) {
    PhoenixType type = types.get(part);
    if (value == null) {
      requireNullable(part);
      return;
    }
    if (!type.fit(value).exact()) {
      throw misfit(part, type.shown(value), type.expectation());
    }
    int start = out.length();
    type.write(value, out);
    if (descending(part)) {
      out.complement(start);
    }
  }

  @Override
  public @Nullable Object[] decode(byte[] rowKey) {
    @Nullable Object[] values = super.decode(rowKey);
    if (salt != null) {
      checkSalt(salt, rowKey);
    }
    return values;
  }

  private void checkSalt(PhoenixSalt salt, byte[] rowKey) {
    int found = rowKey[0] & 0xFF;
    int expected = salt.of(rowKey, 1);
    if (rowKey.length > 1 && found == expected) {
      return;
    }
    KeyReader in = new KeyReader(rowKey);
    in.startPart(0, parts.get(0).name(), false);
    throw rowKey.length == 1
        ? in.error(1, "has no bytes after it", "the bytes of the other parts")
        : in.error(0, "holds " + found, expected + ", the salt of the bytes after it");
  }

  @Override
  @Nullable Object read(int part, KeyReader in) {
    PhoenixType type = types.get(part);
    int offset = in.offset();
    byte[] body = body(part, in);
    if (body.length == 0) {
      if (!nullable(part)) {
        throw in.error(offset, "holds no value", "a value, because this key part is NOT NULL");
      }
      return null;
    }
    Object value = type.read(body, in, offset);
    if (!type.fit(value).exact()) {
      throw in.error(offset, "holds " + type.shown(value), type.expectation());
    }
    return value;
  }

  /** The bytes of a part, uncomplemented and without separator; none when it is null. */
  private byte[] body(int part, KeyReader in) {
    if (!types.get(part).isVariable()) {
      return in.bytes(types.get(part).width());
    }
    if (!descending(part)) {
      return isLast(part) ? in.bytes(in.remaining()) : in.toZero();
    }
    // A null is not complemented.
    if (in.remaining() > 0 && in.peek() == (~NULL & 0xFF)) {
      in.marker();
      return new byte[0];
    }
    return in.toZero();
  }

  @Override
  ByteRange keys(byte[] leading, int count) {
    if (count == parts.size()) {
      return ByteRange.only(leading);
    }
    boolean separated =
        count >= firstOmissible && types.get(count - 1).isVariable() && !descending(count - 1);
    return separated
        ? ByteRange.between(
            Arrays.copyOf(leading, leading.length - 1), ByteRange.successor(leading))
        : ByteRange.startingWith(leading);
  }

  @Override
  ByteRange keys(List<@Nullable Object> values, byte[] leading) {
    int count = values.size();
    if (count == parts.size()) {
      return ByteRange.only(encode(values.toArray()));
    }
    return count >= firstOmissible
        ? ByteRange.between(leading(values), ByteRange.successor(leading))
        : ByteRange.startingWith(leading);
  }

  /**
   * No text and no decimal begins with {@code 00}, as a null does; the shortest blob is {@code 00}.
   */
  @Override
  ByteRange present(byte[] prefix, int part, @Nullable Run run) {
    if (!nullable(part)) {
      return ByteRange.startingWith(prefix);
    }
    int first = type(part) instanceof BlobType ? 0 : 1;
    return ByteRange.between(with(prefix, first), ByteRange.successor(prefix));
  }

  @Override
  ByteRange startsWith(byte[] prefix, int part, String text) {
    PhoenixType type = types.get(part);
    byte[] utf8 = Utf8.encode(text);
    if (!type.isVariable()) {
      return PhoenixType.isHeld(text)
          ? fixedStartsWith(prefix, part, utf8, type.width(), SPACE)
          : ByteRange.only(prefix).emptied();
    }
    if (text.isEmpty()) {
      return present(prefix, part, null);
    }
    if (text.indexOf('\0') >= 0) {
      return ByteRange.only(prefix).emptied();
    }
    return startingWith(prefix, part, utf8);
  }
}
