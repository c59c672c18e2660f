package keywright.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TimeZone;
import java.util.UUID;
import keywright.key.Column;
import keywright.key.Type;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which values are given as which Java types, and which are refused. */
class ConversionsTest {
  private static final UUID ID = UUID.fromString("123e4567-e89b-12d3-a456-426614174000");
  private static final LocalDate DAY = LocalDate.of(2017, 1, 31);
  private static final Instant NOON = Instant.parse("2017-01-31T12:00:00.123Z");
  private static final Instant MIDNIGHT = Instant.parse("2017-01-31T00:00:00Z");

  private static Object convert(String type, Object value, Class<?> target) throws SQLException {
    Column column = new Column("c", Type.parse(type), true);
    return Conversions.convert(column, column.type().convert(value), target);
  }

  private static void assertRefused(String type, Object value, Class<?>... targets) {
    for (Class<?> target : targets) {
      assertThatThrownBy(() -> convert(type, value, target))
          .as(type + " as " + target)
          .isInstanceOf(SQLDataException.class)
          .hasMessageStartingWith("cannot read c as " + target.getSimpleName() + ": found ");
    }
  }

  @Test
  void numbersAreGivenExactlyOrNotAtAll() throws SQLException {
    assertThat(convert("bigint", 7, Integer.class)).isEqualTo(7);
    assertThat(convert("bigint", 7, Byte.class)).isEqualTo((byte) 7);
    assertThat(convert("int", -3, Double.class)).isEqualTo(-3.0);
    assertThat(convert("decimal(6,2)", 9.99, Double.class)).isEqualTo(9.99);
    assertThat(convert("decimal(6,2)", 12, Long.class)).isEqualTo(12L);
    assertThat(convert("double", 3.0, Integer.class)).isEqualTo(3);
    assertThat(convert("double", Double.NaN, Float.class)).isEqualTo(Float.NaN);
    assertThat(convert("float", 0.1f, BigDecimal.class)).isEqualTo(new BigDecimal("0.1"));
    assertThat(convert("text", "12", Integer.class)).isEqualTo(12);
    assertThat(convert("int", 1, Boolean.class)).isEqualTo(true);
    assertThat(convert("text", "1", Boolean.class)).isEqualTo(true);
    assertThat(convert("text", "FALSE", Boolean.class)).isEqualTo(false);
    assertThat(convert("text", "False", Boolean.class)).isEqualTo(false);
    assertThat(convert("bigint unsigned", new BigInteger("18446744073709551615"), BigDecimal.class))
        .isEqualTo(new BigDecimal("18446744073709551615"));
    assertThat(convert("int", 5, BigInteger.class)).isEqualTo(BigInteger.valueOf(5));
    assertRefused("bigint", 1L << 40, Integer.class, Short.class, Byte.class);
    assertRefused("bigint", (1L << 53) + 1, Double.class, Float.class);
    assertRefused("decimal(6,2)", 9.99, Integer.class, Long.class, BigInteger.class, Boolean.class);
    assertRefused("decimal", new BigDecimal("0.12345678901234567890"), Double.class);
    assertRefused("double", 0.5, Integer.class);
    assertRefused("double", Double.NaN, BigDecimal.class, Long.class);
    assertRefused("int", 2, Boolean.class);
    assertRefused("text", "many", Integer.class, Double.class, Boolean.class);
    assertRefused("boolean", true, Integer.class);
    assertRefused("int", 1, LocalDate.class, Instant.class, UUID.class, byte[].class);
    assertThatThrownBy(() -> convert("bigint", 1L << 40, Integer.class))
        .hasMessage(
            "cannot read c as Integer: found 1099511627776, a value of bigint that Integer cannot"
                + " represent exactly; read it with getObject(\"c\", Long.class)");
  }

  @Test
  void timesAreGivenExactlyOrNotAtAll() throws SQLException {
    assertThat(convert("date", DAY, java.sql.Date.class)).isEqualTo(java.sql.Date.valueOf(DAY));
    assertThat(convert("date", DAY, LocalDate.class)).isEqualTo(DAY);
    assertThat(convert("date", DAY, Instant.class)).isEqualTo(MIDNIGHT);
    assertThat(convert("date", DAY, LocalDateTime.class)).isEqualTo(DAY.atStartOfDay());
    assertThat(convert("timestamp", NOON, java.sql.Timestamp.class))
        .isEqualTo(java.sql.Timestamp.from(NOON));
    assertThat(convert("timestamp", NOON, OffsetDateTime.class))
        .isEqualTo(NOON.atOffset(ZoneOffset.UTC));
    assertThat(convert("timestamp", NOON, LocalDateTime.class))
        .isEqualTo(LocalDateTime.ofInstant(NOON, ZoneOffset.UTC));
    assertThat(convert("timestamp", MIDNIGHT, LocalDate.class)).isEqualTo(DAY);
    assertThat(convert("time", LocalTime.of(1, 2, 3), java.sql.Time.class))
        .isEqualTo(java.sql.Time.valueOf("01:02:03"));
    assertRefused("timestamp", NOON, LocalDate.class, java.sql.Date.class, LocalTime.class);
    assertRefused("time", LocalTime.of(1, 2, 3, 4), java.sql.Time.class, LocalDate.class);
    assertRefused("timestamp", NOON, Long.class, BigDecimal.class, byte[].class);
  }

  @Test
  void everyValueHasAText() throws SQLException {
    assertThat(convert("uuid", ID, String.class)).isEqualTo(ID.toString());
    assertThat(convert("text", ID.toString(), UUID.class)).isEqualTo(ID);
    assertThat(convert("date", DAY, String.class)).isEqualTo("2017-01-31");
    assertThat(convert("timestamp", NOON, String.class)).isEqualTo("2017-01-31T12:00:00.123Z");
    assertThat(convert("list<int>", List.of(1, 2), String.class)).isEqualTo("[1,2]");
    assertThat(convert("boolean", true, String.class)).isEqualTo("true");
    assertThat(convert("blob", new byte[] {1, (byte) 254}, String.class).toString())
        .endsWith("01fe");
  }

  /** What a program sets is what it gets back, through the database. */
  @Test
  void valuesOfEachTypeReturnAsTheyWereSet() throws SQLException {
    Map<String, Object> values =
        Map.ofEntries(
            Map.entry("tinyint", (byte) -1),
            Map.entry("smallint", (short) 300),
            Map.entry("int", 1 << 20),
            Map.entry("bigint", 1L << 40),
            Map.entry("varint", BigInteger.ONE.shiftLeft(70)),
            Map.entry("float", 0.5f),
            Map.entry("double", 0.1),
            Map.entry("decimal(9,3)", new BigDecimal("1.250")),
            Map.entry("boolean", true),
            Map.entry("text", "é"),
            Map.entry("blob", new byte[] {0, 1}),
            Map.entry("uuid", ID),
            Map.entry("date", DAY),
            Map.entry("time", LocalTime.of(1, 2, 3, 4)),
            Map.entry("timestamp(us)", NOON),
            Map.entry("list<text>", List.of("a", "b")),
            Map.entry("enum('one' = 1)", "one"));
    try (Connection connection = DriverManager.getConnection("jdbc:keywright:memory:types")) {
      for (Map.Entry<String, Object> each : values.entrySet()) {
        try (Statement plain = connection.createStatement()) {
          plain.execute("DROP TABLE IF EXISTS t");
          plain.execute("CREATE TABLE t (id int PRIMARY KEY, v " + each.getKey() + ")");
        }
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO t (id, v) VALUES (1, ?)");
            PreparedStatement find = connection.prepareStatement("SELECT v FROM t")) {
          insert.setObject(1, each.getValue());
          insert.executeUpdate();
          String className = find.getMetaData().getColumnClassName(1);
          assertThat(insert.getParameterMetaData().getParameterClassName(1)).isEqualTo(className);
          try (ResultSet found = find.executeQuery()) {
            assertThat(found.next()).isTrue();
            assertThat(found.getObject(1)).as(each.getKey()).isEqualTo(each.getValue());
            boolean isList = each.getValue() instanceof List;
            Class<?> target = isList ? List.class : each.getValue().getClass();
            assertThat((Object) found.getObject(1, target)).isEqualTo(each.getValue());
            assertThat(isList ? "java.util.List" : found.getObject(1).getClass().getName())
                .isEqualTo(className);
          }
        }
      }
    }
  }

  @Test
  void timesOfOtherClassesAreTakenAsParameters() throws SQLException {
    assertThat(Conversions.parameter(java.sql.Timestamp.from(NOON))).isEqualTo(NOON);
    assertThat(Conversions.parameter(java.sql.Date.valueOf(DAY))).isEqualTo(DAY);
    assertThat(Conversions.parameter(java.sql.Time.valueOf("01:02:03")))
        .isEqualTo(LocalTime.of(1, 2, 3));
    assertThat(Conversions.parameter(java.util.Date.from(NOON))).isEqualTo(NOON);
    assertThat(Conversions.parameter(NOON.atOffset(ZoneOffset.ofHours(3)))).isEqualTo(NOON);
    assertThat(Conversions.parameter(DAY.atStartOfDay())).isEqualTo(MIDNIGHT);
    assertThat(Conversions.parameter('x')).isEqualTo("x");
    assertThat(Conversions.parameter(new Integer[] {1, 2})).isEqualTo(List.of(1, 2));
    assertThat(Conversions.parameter(null)).isNull();
    assertThat(Conversions.parameter(List.of(java.sql.Timestamp.from(NOON), List.of('x'))))
        .isEqualTo(List.of(NOON, List.of("x")));
    assertThat(Conversions.parameter(Map.of(java.sql.Date.valueOf(DAY), new Object[] {'y'})))
        .isEqualTo(Map.of(DAY, List.of("y")));
    assertThat(Conversions.parameter(Set.of(DAY.atStartOfDay()))).isEqualTo(Set.of(MIDNIGHT));
  }

  @Test
  void whatAProgramChangesAfterwardsIsNotTaken() throws SQLException {
    byte[] bytes = {1};
    ByteBuffer buffer = ByteBuffer.wrap(new byte[] {1, 2, 3}, 1, 1);
    List<Object> list = new ArrayList<>(List.of(bytes));
    Object[] taken = {
      Conversions.parameter(bytes),
      Conversions.parameter(buffer),
      Conversions.parameter(list),
      Conversions.parameter(Map.of("k", bytes))
    };
    bytes[0] = 9;
    buffer.put(1, (byte) 9);
    list.clear();
    assertThat(taken[0]).isEqualTo(new byte[] {1});
    assertThat(taken[1]).isEqualTo(ByteBuffer.wrap(new byte[] {2}));
    assertThat(((List<?>) taken[2]).get(0)).isEqualTo(new byte[] {1});
    assertThat(((Map<?, ?>) taken[3]).get("k")).isEqualTo(new byte[] {1});
  }

  /**
   * The calendar of java.sql.Date has other days before 1582, and no year before 1 without an era.
   */
  @Test
  void datesThatTheCalendarLacksAreRefused() throws SQLException {
    for (String day : List.of("1582-10-10", "0000-01-01", "-0001-03-01", "-5877641-06-23")) {
      assertRefused("date", LocalDate.parse(day), java.sql.Date.class, java.util.Date.class);
    }
    for (String day : List.of("0001-01-01", "0004-02-29", "1582-10-15", "9999-12-31")) {
      LocalDate date = LocalDate.parse(day);
      assertThat(((java.sql.Date) convert("date", date, java.sql.Date.class)).toLocalDate())
          .isEqualTo(date);
    }
    Calendar past = new GregorianCalendar(44, Calendar.MARCH, 15);
    past.set(Calendar.ERA, GregorianCalendar.BC);
    Calendar julian = new GregorianCalendar(1500, Calendar.FEBRUARY, 29);
    for (Calendar calendar : List.of(past, julian)) {
      assertThatThrownBy(() -> Conversions.parameter(new java.sql.Date(calendar.getTimeInMillis())))
          .isInstanceOf(SQLDataException.class)
          .hasMessageStartingWith("cannot use a java.sql.Date: found ");
    }
    java.sql.Date evening = new java.sql.Date(java.sql.Date.valueOf(DAY).getTime() + 80_000_000);
    assertThat(Conversions.parameter(evening)).isEqualTo(DAY);
  }

  /** There the first midnight of the day is an hour before the one that java.sql.Date has. */
  @Test
  void aDayWithTwoMidnightsIsADate() throws SQLException {
    TimeZone zone = TimeZone.getDefault();
    TimeZone.setDefault(TimeZone.getTimeZone("Atlantic/Azores"));
    try {
      LocalDate day = LocalDate.of(2024, 10, 27);
      Instant first = day.atStartOfDay(ZoneId.of("Atlantic/Azores")).toInstant();
      assertThat(Conversions.parameter(new java.sql.Date(first.toEpochMilli()))).isEqualTo(day);
      assertThat(Conversions.parameter(java.sql.Date.valueOf(day))).isEqualTo(day);
    } finally {
      TimeZone.setDefault(zone);
    }
  }

  @Test
  void momentsBeyondTheMillisecondsOfALongAreRefused() throws SQLException {
    for (String moment :
        List.of(
            "+999999973-08-11T08:00:00Z",
            "+292278994-08-17T07:12:56Z",
            "-292275055-05-16T16:47:03Z")) {
      assertRefused("timestamp(s)", Instant.parse(moment), java.sql.Timestamp.class);
    }
    Instant last = Instant.parse("+292278994-08-17T07:12:55Z");
    assertThat(convert("timestamp(s)", last, java.sql.Timestamp.class))
        .isEqualTo(java.sql.Timestamp.from(last));
  }

  /** To write out such a number, or to read it, would take minutes. */
  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void numbersOfTooManyDigitsAreRefused() throws SQLException {
    for (String number : List.of("1E+100000000", "1E-100000000", "1234567E+2000")) {
      assertRefused("decimal", new BigDecimal(number), BigInteger.class, Long.class);
    }
    assertRefused("text", "1E+100000000", BigInteger.class);
    assertRefused("text", "7".repeat(3_000_000), BigInteger.class, Long.class, Double.class);
    assertThat(convert("decimal", new BigDecimal("1E+1000"), BigInteger.class))
        .isEqualTo(BigInteger.TEN.pow(1_000));
    assertThat(convert("decimal", new BigDecimal("12.000"), BigInteger.class))
        .isEqualTo(BigInteger.valueOf(12));
  }
}
