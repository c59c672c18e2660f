package keywright.key;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import keywright.testkit.Gen;

/** Record classes with columns of every type, random keys over them and random records. */
final class Records {
  private Records() {}

  private record Numbers(
      long big,
      byte tiny,
      short small,
      int whole,
      short utiny,
      int usmall,
      long uint,
      BigInteger ubig) {}

  private record BoxedNumbers(
      Byte tiny,
      Short small,
      Integer whole,
      Long big,
      Short utiny,
      Integer usmall,
      Long uint,
      BigInteger ubig) {}

  @SuppressWarnings("ArrayRecordComponent") // The value class of blob.
  private record Objects(
      UUID id,
      String name,
      String code,
      String zip,
      byte[] image,
      Instant madeAt,
      Instant seconds,
      Instant micros,
      Instant nanos,
      LocalDate day,
      BigDecimal price,
      BigDecimal large) {}

  private record Plain(double d, boolean isOpen, float f, int day, long seconds, long madeAt) {}

  private record BoxedPlain(
      Double d, Boolean isOpen, Float f, Integer day, Long seconds, Long madeAt) {}

  private record Wide(
      int a0,
      String a1,
      long a2,
      Integer a3,
      String a4,
      long a5,
      int a6,
      long a7,
      int a8,
      long a9,
      int b0,
      String b1,
      long b2,
      Integer b3,
      String b4,
      long b5,
      int b6,
      long b7,
      int b8,
      long b9,
      int c0,
      String c1,
      long c2,
      Integer c3,
      String c4,
      long c5,
      int c6,
      long c7,
      int c8,
      long c9,
      int d0,
      String d1,
      long d2,
      Integer d3,
      String d4,
      long d5,
      int d6,
      long d7,
      int d8,
      long d9) {}

  /** A record class and the columns that fit it. */
  private record Shape(Class<? extends Record> recordClass, String columns) {}

  private static final String NUMBERS =
      "tiny tinyint?, small smallint?, whole int?, big bigint?, utiny tinyint unsigned?, usmall"
          + " smallint unsigned?, uint int unsigned?, ubig bigint unsigned?";
  private static final String OBJECTS =
      "name text?, code char(8)?, zip digits(5)?, image blob?, id uuid?, day date?, made_at"
          + " timestamp?, seconds timestamp(s)?, micros timestamp(us)?, nanos timestamp(ns)?, price"
          + " decimal(12,2)?, large decimal(38,10)?";
  private static final String PLAIN =
      "is_open boolean?, f float?, d double?, day date?, made_at timestamp?, seconds timestamp(s)?";

  private static final List<Shape> SHAPES =
      List.of(
          new Shape(Numbers.class, NUMBERS.replace("?", "")),
          new Shape(BoxedNumbers.class, NUMBERS.replace("?", "")),
          new Shape(BoxedNumbers.class, NUMBERS.replace("?", " NULL")),
          new Shape(Objects.class, OBJECTS.replace("?", "")),
          new Shape(Objects.class, OBJECTS.replace("?", " NULL")),
          new Shape(Plain.class, PLAIN.replace("?", "")),
          new Shape(BoxedPlain.class, PLAIN.replace("?", "")),
          new Shape(BoxedPlain.class, PLAIN.replace("?", " NULL")),
          new Shape(Wide.class, wide()));

  private static String wide() {
    List<String> columns = new ArrayList<>();
    for (RecordComponent component : Wide.class.getRecordComponents()) {
      Class<?> type = component.getType();
      columns.add(
          component.getName()
              + (type == int.class ? " int" : type == long.class ? " bigint" : "")
              + (type == String.class ? " text" : type == Integer.class ? " int NULL" : ""));
    }
    return String.join(", ", columns);
  }

  /** A key over the columns of a record class, and records. */
  record Sample(Class<? extends Record> recordClass, String columns, String key, long seed) {
    KeySchema schema() {
      return KeySchema.parse(columns, key);
    }

    <R extends Record> KeyCodec<R> codec(Class<R> type) {
      return schema().codec(type, MethodHandles.lookup());
    }

    Record draw(SplittableRandom random) {
      return Records.draw(recordClass, schema(), random);
    }
  }

  /** All columns of each class but the widest, each in front once, in both directions. */
  static List<Sample> everyColumn() {
    List<Sample> samples = new ArrayList<>();
    for (Shape shape : SHAPES.subList(0, SHAPES.size() - 1)) {
      List<String> names =
          new ArrayList<>(Column.parseList(shape.columns()).stream().map(Column::name).toList());
      for (int i = 0; i < names.size(); i++) {
        Collections.rotate(names, 1);
        for (String direction : List.of("", " DESC", " DESC NULLS LAST")) {
          String key = String.join(direction + ", ", names) + (i == 0 ? ", bucket(7)" : direction);
          samples.add(new Sample(shape.recordClass(), shape.columns(), key, samples.size()));
        }
      }
    }
    return samples;
  }

  /** Half of the keys have computed parts and columns that are parts twice. */
  static Gen<Sample> gen() {
    return random -> {
      Shape shape = SHAPES.get(random.nextInt(SHAPES.size()));
      List<String> parts = new ArrayList<>();
      for (Column column : Column.parseList(shape.columns())) {
        if (random.nextInt(4) > 0) {
          parts.add(column.name());
        }
      }
      if (parts.isEmpty()) {
        parts.add(Column.parseList(shape.columns()).get(0).name());
      }
      Collections.shuffle(parts, new Random(random.nextLong()));
      if (random.nextBoolean()) {
        String column = parts.get(random.nextInt(parts.size()));
        String inputs = String.join(", ", parts.subList(0, random.nextInt(1, parts.size() + 1)));
        String more =
            RandomSchemas.pick(
                random, "bucket(8)", "bucket(300, " + inputs + ")", column, "bucket(70000)");
        parts.add(random.nextInt(parts.size() + 1), more.replace("70000", "65536"));
      }
      parts.replaceAll(
          part ->
              part
                  + RandomSchemas.pick(random, "", " DESC")
                  + RandomSchemas.pick(random, "", "", " NULLS FIRST", " NULLS LAST"));
      String key = String.join(", ", parts);
      return new Sample(shape.recordClass(), shape.columns(), key, random.nextLong());
    };
  }

  private static Record draw(
      Class<? extends Record> type, KeySchema schema, SplittableRandom random) {
    RecordComponent[] components = type.getRecordComponents();
    Object[] arguments = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      String name = components[i].getName().replaceAll("([A-Z])", "_$1");
      Column column = schema.columns().get(schema.indexOf(name.toLowerCase(java.util.Locale.ROOT)));
      Object value =
          column.nullable() && random.nextInt(4) == 0
              ? null
              : Values.of(column.type()).generate(random);
      Class<?> found = components[i].getType();
      if (value instanceof Instant instant && found != Instant.class) {
        value = ((TimestampType) column.type()).units(instant);
      }
      if (value instanceof LocalDate date && found != LocalDate.class) {
        value = (int) date.toEpochDay();
      }
      arguments[i] = value;
    }
    return make(type, arguments);
  }

  static Record make(Class<? extends Record> type, Object... arguments) {
    try {
      Class<?>[] types =
          Arrays.stream(type.getRecordComponents())
              .map(RecordComponent::getType)
              .toArray(Class<?>[]::new);
      Constructor<? extends Record> constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return constructor.newInstance(arguments);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  /** The values of a record's components, which compare by value in arrays too. */
  static Key values(Record record) {
    try {
      List<Object> values = new ArrayList<>();
      for (RecordComponent component : record.getClass().getRecordComponents()) {
        component.getAccessor().setAccessible(true);
        values.add(component.getAccessor().invoke(record));
      }
      return new Key(values.toArray());
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }
}
