package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import keywright.key.Records.Sample;
import keywright.testkit.Gens;
import keywright.testkit.Property;
import org.junit.jupiter.api.Test;

/** Generated record codecs against the boxed one, which goes by the schema. */
final class KeyCodecTest {

  @Test
  void generatedCodeGivesWhatTheSchemaGives() {
    Property.check(
        "generated and boxed codecs agree",
        600,
        Records.gen(),
        s -> assertAgree(s, s.recordClass()));
  }

  @Test
  void generatedCodeGivesWhatTheSchemaGivesForEveryColumn() {
    for (Sample sample : Records.everyColumn()) {
      assertAgree(sample, sample.recordClass());
    }
  }

  private static <R extends Record> void assertAgree(Sample sample, Class<R> type) {
    SplittableRandom random = new SplittableRandom(sample.seed());
    KeySchema schema = sample.schema();
    KeyCodec<R> codec;
    try {
      codec = sample.codec(type);
    } catch (KeyException e) {
      throw new AssertionError(sample.toString(), e);
    }
    assertThat(codec).isInstanceOf(GeneratedCodec.class);
    GeneratedCodec<R> generated = (GeneratedCodec<R>) codec;
    BoxedCodec<R> boxed = generated.boxed();
    for (int i = 0; i < 6; i++) {
      R record = type.cast(sample.draw(random));
      byte[] rowKey = boxed.encode(record);
      assertThat(hex(generated.encode(record))).isEqualTo(hex(rowKey));
      assertThat(generated.size(record)).isPositive();
      int offset = random.nextInt(4);
      byte[] buffer = new byte[offset + rowKey.length + random.nextInt(3)];
      int end = offset + rowKey.length;
      if (isAscii(record)) {
        // Not by way of the boxed codec: the straight code itself.
        assertThat(generated.size(record) - generated.slack())
            .isEqualTo(rowKey.length - escapes(schema.decode(rowKey)));
        assertThat(generated.write(record, buffer, offset)).isEqualTo(end);
        byte[] exact = new byte[rowKey.length];
        assertThat(generated.write(record, exact, 0)).isEqualTo(rowKey.length);
        assertThat(hex(exact)).isEqualTo(hex(rowKey));
        assertThat(hex(Arrays.copyOfRange(buffer, offset, end))).isEqualTo(hex(rowKey));
      }
      assertThat(generated.encode(record, buffer, offset)).isEqualTo(end);
      assertThat(hex(Arrays.copyOfRange(buffer, offset, end))).isEqualTo(hex(rowKey));
      byte[] small = new byte[random.nextInt(rowKey.length)];
      int place = random.nextInt(-1, small.length + 2);
      assertThat(told(() -> generated.encode(record, small, place)))
          .isEqualTo(told(() -> boxed.encode(record, small, place)));

      if (isAscii(record) && told(() -> boxed.decode(rowKey)) instanceof Record decoded) {
        assertThat(Records.values(generated.read(buffer, offset, end)))
            .isEqualTo(Records.values(decoded));
      }
      assertReadAlike(generated, boxed, buffer, offset, end);
      for (int j = 0; j < 8; j++) {
        byte[] bytes = Mutations.one(rowKey, random);
        assertReadAlike(generated, boxed, bytes, 0, bytes.length);
        assertReadAlike(generated, boxed, buffer, random.nextInt(-1, 3), end - random.nextInt(3));
      }
      byte[] noise = Gens.byteArrays(30).generate(random);
      assertReadAlike(generated, boxed, noise, 0, noise.length);
      assertThat(schema.rowKey(columns(schema, sample, record))).isEqualTo(rowKey);
    }
  }

  /** The bytes that stand before zeros in blobs; text in ASCII has none. */
  private static int escapes(Key key) {
    int zeros = 0;
    for (Object value : key.parts()) {
      if (value instanceof byte[] blob) {
        for (byte b : blob) {
          zeros += b == 0 ? 1 : 0;
        }
      }
    }
    return zeros;
  }

  private static boolean isAscii(Record record) {
    return Records.values(record).parts().stream()
        .noneMatch(v -> v instanceof String s && s.chars().anyMatch(c -> c > 127 || c == 0));
  }

  /** The values of the columns, found without any codec. */
  private static Object[] columns(KeySchema schema, Sample sample, Record record) {
    List<Object> values = Records.values(record).parts();
    Object[] row = new Object[schema.columns().size()];
    for (int i = 0; i < values.size(); i++) {
      String name = sample.recordClass().getRecordComponents()[i].getName();
      int column =
          schema.indexOf(name.replaceAll("([A-Z])", "_$1").toLowerCase(java.util.Locale.ROOT));
      Type type = schema.columns().get(column).type();
      row[column] =
          values.get(i) instanceof Integer day && type instanceof DateType
              ? java.time.LocalDate.ofEpochDay(day)
              : values.get(i);
    }
    return row;
  }

  private static <R extends Record> void assertReadAlike(
      KeyCodec<R> codec, KeyCodec<R> boxed, byte[] bytes, int from, int to) {
    assertThat(told(() -> Records.values(codec.decode(bytes, from, to))))
        .isEqualTo(told(() -> Records.values(boxed.decode(bytes, from, to))));
  }

  /** What a call gives, or the error in its words. */
  private static Object told(Supplier<Object> call) {
    try {
      return call.get();
    } catch (KeyException e) {
      return e.getMessage();
    }
  }

  private record Person(String name, int age) {}

  @Test
  void textBeyondAsciiIsWrittenInFull() {
    KeySchema schema = KeySchema.parse("name text, age int", "name DESC, age");
    KeyCodec<Person> codec = schema.codec(Person.class);
    String name = "";
    for (String more :
        List.of("a", "\0", "ä", "€", "\uD83D\uDD25", "z", "\uFFFF", "𝄞".repeat(90))) {
      name += more;
      byte[] rowKey = codec.encode(new Person(name, 1));
      assertThat(hex(rowKey)).isEqualTo(hex(schema.rowKey(name, 1)));
      byte[] buffer = new byte[rowKey.length];
      assertThat(((GeneratedCodec<Person>) codec).write(new Person(name, 1), buffer, 0))
          .isEqualTo(rowKey.length);
      assertThat(codec.decode(rowKey)).isEqualTo(new Person(name, 1));
    }
    assertThat(codec.encode(new Person("a", 1))).hasSize(7);
  }

  @Test
  void aTextKeyHasACodecToo() {
    KeySchema schema =
        KeySchema.parse("name text, age int", "name, lpad(age, 3)", KeyFormat.text("|"));
    KeyCodec<Person> codec = schema.codec(Person.class);
    assertThat(
            new String(codec.encode(new Person("ann", 7)), java.nio.charset.StandardCharsets.UTF_8))
        .isEqualTo("ann|007");
    assertThat(codec.decode(codec.encode(new Person("ann", 7)))).isEqualTo(new Person("ann", 7));
  }

  record Counted(int age) {
    Counted {
      if (age < 0) {
        throw new IllegalArgumentException("age " + age);
      }
    }
  }

  @Test
  void whatARecordThrowsIsThrown() {
    KeySchema schema = KeySchema.parse("age int", "age");
    List<String> told = new ArrayList<>();
    try {
      schema.codec(Counted.class).decode(schema.rowKey(-1));
    } catch (IllegalArgumentException e) {
      told.add(e.getMessage());
    }
    assertThat(told).containsExactly("age -1");
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
