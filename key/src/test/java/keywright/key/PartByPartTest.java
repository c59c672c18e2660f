package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import keywright.key.RandomSchemas.Sample;
import keywright.testkit.Gens;
import keywright.testkit.Property;
import keywright.testkit.Seeds;
import keywright.testkit.Trials;
import org.junit.jupiter.api.Test;

/** Writers, readers and annotations against encoding and decoding whole keys. */
final class PartByPartTest {

  @Test
  void aWriterWritesWhatEncodeGives() {
    Property.check(
        "writer and encode give the same bytes",
        1_500,
        RandomSchemas.kw1(4),
        sample -> {
          SplittableRandom random = new SplittableRandom(sample.rows().hashCode());
          KeySchema schema = columnsAlone(sample, random);
          for (List<Object> row : sample.rows()) {
            int length = assertWritten(schema, schema.key(row.toArray()), random);
            assertShortBuffer(schema, schema.key(row.toArray()), random.nextInt(length), random);
          }
        });
  }

  @Test
  void everyTypeFitsABufferOfExactlyItsLength() {
    SplittableRandom random = new SplittableRandom(1);
    for (Sample sample : RandomSchemas.everyType()) {
      KeySchema schema = sample.schema();
      for (Key key : sample.keys()) {
        int length = assertWritten(schema, key, random);
        for (int room = 0; room < length; room++) {
          assertShortBuffer(schema, key, room, random);
        }
      }
    }
  }

  private static int assertWritten(KeySchema schema, Key key, SplittableRandom random) {
    byte[] rowKey = schema.encode(key);
    int offset = random.nextInt(4);
    byte[] buffer = new byte[offset + rowKey.length + random.nextInt(3)];
    RowKeyWriter writer = schema.writer(buffer, offset);
    for (int i = 0; i < key.size(); i++) {
      put(writer, schema.partType(i), key.part(i), random);
    }
    assertThat(writer.end()).isEqualTo(offset + rowKey.length);
    assertThat(hex(Arrays.copyOfRange(buffer, offset, offset + rowKey.length)))
        .isEqualTo(hex(rowKey));
    return rowKey.length;
  }

  /** Less than it takes is refused, with how much more it takes. */
  private static void assertShortBuffer(
      KeySchema schema, Key key, int room, SplittableRandom random) {
    RowKeyWriter writer = schema.writer(new byte[room], 0);
    try {
      for (int i = 0; i < key.size(); i++) {
        put(writer, schema.partType(i), key.part(i), random);
      }
    } catch (KeyException e) {
      assertThat(e.getMessage())
          .startsWith("cannot write part " + (e.part() + 1))
          .endsWith(
              "at offset "
                  + e.offset()
                  + ", found space for "
                  + (room - e.offset())
                  + "; pass a longer buffer");
      return;
    }
    throw new AssertionError("wrote " + key + " into " + room + " bytes");
  }

  static void put(RowKeyWriter writer, Type type, Object value, SplittableRandom random) {
    RowKeyWriter next;
    if (value == null) {
      next = writer.putNull();
    } else if (type.carrier() == Carrier.OBJECT || random.nextInt(8) == 0) {
      next = writer.put(value);
    } else if (value instanceof Byte || value instanceof Short || value instanceof Integer) {
      next = writer.putInt(((Number) value).intValue());
    } else if (value instanceof Long number) {
      next = writer.putLong(number);
    } else if (value instanceof BigInteger number && number.bitLength() < 64) {
      next = writer.putLong(number.longValue());
    } else if (value instanceof Float number) {
      next = writer.putFloat(number);
    } else if (value instanceof Double number) {
      next = writer.putDouble(number);
    } else if (value instanceof Boolean truth) {
      next = writer.putBoolean(truth);
    } else if (value instanceof String text) {
      next = writer.putText(text);
    } else if (value instanceof byte[] blob) {
      next = writer.putBlob(blob);
    } else if (value instanceof UUID uuid) {
      next = writer.putUuid(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
    } else if (value instanceof LocalDate date) {
      next = writer.putDate((int) date.toEpochDay());
    } else {
      next = writer.put(value);
    }
    assertThat(next).isSameAs(writer);
  }

  @Test
  void timestampsAreUnitsOfTheirType() {
    Instant instant = Instant.parse("2017-01-01T00:00:01Z");
    for (String unit : List.of("s", "ms", "us", "ns")) {
      KeySchema schema = KeySchema.parse("ts timestamp(" + unit + ")", "ts DESC");
      long units = ((TimestampType) schema.partType(0)).units(instant);
      byte[] buffer = new byte[8];
      assertThat(schema.writer(buffer, 0).putTimestamp(units).end()).isEqualTo(8);
      assertThat(hex(buffer)).isEqualTo(hex(schema.rowKey(instant)));
      assertThat(schema.reader(buffer).getTimestamp()).isEqualTo(units);
      assertThat(schema.reader(buffer).get()).isEqualTo(instant);
    }
  }

  @Test
  void aReaderReadsWhatDecodeGivesAndRefusesWhatItRefuses() {
    Property.check(
        "reader and decode agree on all bytes",
        1_500,
        RandomSchemas.kw1(3),
        sample -> {
          KeySchema schema = sample.schema();
          SplittableRandom random = new SplittableRandom(sample.rows().hashCode());
          List<byte[]> candidates = new ArrayList<>();
          candidates.add(new byte[0]);
          for (int i = 0; i < 4; i++) {
            candidates.add(Gens.byteArrays(30).generate(random));
          }
          for (Key key : sample.keys()) {
            candidates.add(schema.encode(key));
            for (int i = 0; i < 12; i++) {
              candidates.add(Mutations.one(schema.encode(key), random));
            }
          }
          List<PartReader> readers = readers(schema);
          for (byte[] bytes : candidates) {
            assertReadsAsDecoded(schema, readers, bytes, random);
          }
        });
  }

  @Test
  void everyTypeIsReadAndRefusedAsDecoded() {
    SplittableRandom random = new SplittableRandom(2);
    SplittableRandom drawn = new SplittableRandom(Seeds.base());
    for (Sample sample : RandomSchemas.everyType()) {
      KeySchema schema = sample.schema();
      List<PartReader> readers = readers(schema);
      for (Key key : sample.keys()) {
        assertReadsAsDecoded(schema, readers, schema.encode(key), random);
      }
      for (byte[] bytes : Mutations.all(schema.encode(sample.keys().get(0)))) {
        if (Trials.areAll() || drawn.nextInt(3) == 0) {
          assertReadsAsDecoded(schema, readers, bytes, random);
        }
      }
    }
  }

  private static List<PartReader> readers(KeySchema schema) {
    return IntStream.range(0, schema.parts().size())
        .mapToObj(index -> PartReader.of(schema, index))
        .toList();
  }

  private static void assertReadsAsDecoded(
      KeySchema schema, List<PartReader> readers, byte[] bytes, SplittableRandom random) {
    Object[] expected = null;
    String problem = null;
    try {
      expected = schema.codec().decode(bytes);
    } catch (KeyException e) {
      problem = e.getMessage();
    }
    int from = random.nextInt(3);
    byte[] placed = new byte[from + bytes.length + random.nextInt(3)];
    System.arraycopy(bytes, 0, placed, from, bytes.length);
    for (int i = 0; i < schema.parts().size(); i++) {
      assertReadAlone(schema, readers.get(i), bytes, i);
    }
    RowKeyReader reader = schema.reader(placed, from, from + bytes.length);
    Object[] found = new Object[schema.parts().size()];
    try {
      for (int i = 0; i < found.length; i++) {
        found[i] = get(reader, schema.partType(i), random);
      }
      reader.end();
    } catch (KeyException e) {
      assertThat(e.getMessage()).as(hex(bytes)).isEqualTo(problem);
      return;
    }
    assertThat(problem).as(hex(bytes)).isNull();
    assertThat(new Key(found)).isEqualTo(new Key(expected));
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < found.length; i++) {
      places.add(i);
      places.add(i);
    }
    Collections.shuffle(places, new java.util.Random(random.nextLong()));
    for (int place : places) {
      Object value = get(reader.to(place), schema.partType(place), random);
      Object alone = schema.part(bytes, place);
      Object part = expected[place];
      assertThat(new Key(new Object[] {value, alone}))
          .isEqualTo(new Key(new Object[] {part, part}));
    }
  }

  /** Each method of a part's reader gives what a cursor that goes there gives, or its refusal. */
  private static void assertReadAlone(KeySchema schema, PartReader part, byte[] bytes, int index) {
    Supplier<RowKeyReader> cursor = () -> schema.reader(bytes).to(index);
    assertThat(outcome(() -> part.getInt(bytes))).isEqualTo(outcome(() -> cursor.get().getInt()));
    assertThat(outcome(() -> part.getLong(bytes))).isEqualTo(outcome(() -> cursor.get().getLong()));
    assertThat(outcome(() -> part.getTimestamp(bytes)))
        .isEqualTo(outcome(() -> cursor.get().getTimestamp()));
    assertThat(outcome(() -> new Key(new Object[] {part.get(bytes)})))
        .isEqualTo(outcome(() -> new Key(new Object[] {cursor.get().get()})));
  }

  private static Object outcome(Supplier<Object> read) {
    try {
      return read.get();
    } catch (KeyException e) {
      return "%s at part %d, offset %d".formatted(e.getMessage(), e.part(), e.offset());
    }
  }

  @Test
  void readersOfIntegersAndTimestampsOfFullWidthAreGenerated() {
    KeySchema schema =
        KeySchema.parse(
            "tenant text, level int, at timestamp, small smallint, price decimal, last bigint",
            "tenant NULLS FIRST, level DESC, at, small, price, last");
    assertThat(readers(schema))
        .extracting(reader -> reader.getClass().isHidden())
        .containsExactly(false, true, true, false, false, false);
  }

  @Test
  void aReaderOfAPartIsOfAKeyThatHasIt() {
    assertThatThrownBy(() -> PartReader.of(KeySchema.parse("id int", "id"), 1))
        .isInstanceOf(KeyException.class)
        .hasMessageContaining("part 2");
    assertThatThrownBy(() -> PartReader.of(KeySchema.parse("id int", "id"), -1))
        .isInstanceOf(KeyException.class);
    KeySchema text = KeySchema.parse("id int", "id", KeyFormat.text("_"));
    assertThatThrownBy(() -> PartReader.of(text, 0))
        .isInstanceOf(KeyException.class)
        .hasMessageContaining("kw1");
  }

  /** The next value, by the method for its type wherever there is one. */
  private static Object get(RowKeyReader reader, Type type, SplittableRandom random) {
    if (type.carrier() == Carrier.OBJECT || random.nextInt(8) == 0) {
      return reader.get();
    }
    if (reader.isNull()) {
      assertThat(reader.skip()).isSameAs(reader);
      return null;
    }
    Class<?> values = type.valueClass();
    if (values == BigInteger.class || !(type instanceof IntegerType)) {
      return switch (values.getSimpleName()) {
        case "Float" -> (Object) reader.getFloat();
        case "Double" -> reader.getDouble();
        case "Boolean" -> reader.getBoolean();
        case "String" -> reader.getText();
        case "byte[]" -> reader.getBlob();
        case "UUID" -> reader.getUuid();
        case "LocalDate" -> LocalDate.ofEpochDay(reader.getDate());
        case "Instant" -> ((TimestampType) type).instant(reader.getTimestamp());
        default -> reader.get();
      };
    }
    return type.convert(values == Long.class ? reader.getLong() : reader.getInt());
  }

  @Test
  void annotationsCoverTheKey() {
    Property.check(
        "the annotated bytes are the key",
        400,
        RandomSchemas.kw1(3),
        PartByPartTest::assertCovered);
    Property.check("so in text", 400, RandomSchemas.text(3), PartByPartTest::assertCovered);
  }

  private static void assertCovered(Sample sample) {
    KeySchema schema = sample.schema();
    for (Key key : sample.keys()) {
      StringBuilder joined = new StringBuilder();
      int offset = 0;
      int index = 0;
      for (EncodedPart part : schema.annotate(schema.encode(key))) {
        assertThat(part.offset()).isEqualTo(offset);
        assertThat(part.hex()).hasSize(2 * part.length());
        assertThat(part.name()).isEqualTo(schema.parts().get(index).name());
        Object value = key.part(index);
        assertThat(part.value())
            .isEqualTo(value == null ? null : schema.partType(index).format(value));
        joined.append(part.hex());
        offset += part.length();
        index++;
      }
      assertThat(index).isEqualTo(key.size());
      assertThat(joined.toString()).isEqualTo(hex(schema.encode(key)));
    }
  }

  /** The columns of {@code sample}, all of them and some twice, as a key. */
  static KeySchema columnsAlone(Sample sample, SplittableRandom random) {
    List<String> parts = new ArrayList<>();
    int count = sample.columns().size();
    for (int i = 0; i < count + random.nextInt(3); i++) {
      parts.add(
          "c"
              + (i < count ? i : random.nextInt(count))
              + RandomSchemas.pick(random, "", " DESC")
              + RandomSchemas.pick(random, "", " NULLS FIRST", " NULLS LAST"));
    }
    Collections.shuffle(parts, new java.util.Random(random.nextLong()));
    return KeySchema.parse(String.join(", ", sample.columns()), String.join(", ", parts));
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
