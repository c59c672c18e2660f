package keywright.table;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.Function;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A type as HBase's client writes its values.
 *
 * @param value draws one
 * @param toBytes what the client makes of it
 */
record ClientForm(String type, Function<Random, Object> value, Function<Object, byte[]> toBytes) {
  static final List<ClientForm> ALL =
      List.of(
          new ClientForm("smallint", r -> (short) r.nextInt(), v -> Bytes.toBytes((short) v)),
          new ClientForm("int", Random::nextInt, v -> Bytes.toBytes((int) v)),
          new ClientForm("bigint", Random::nextLong, v -> Bytes.toBytes((long) v)),
          new ClientForm("float", r -> (float) r.nextGaussian(), v -> Bytes.toBytes((float) v)),
          new ClientForm("double", Random::nextGaussian, v -> Bytes.toBytes((double) v)),
          new ClientForm("boolean", Random::nextBoolean, v -> Bytes.toBytes((boolean) v)),
          new ClientForm("text", ClientForm::text, v -> Bytes.toBytes((String) v)),
          new ClientForm("blob", r -> text(r).getBytes(StandardCharsets.UTF_8), v -> (byte[]) v),
          new ClientForm(
              "decimal(8,2)",
              r -> BigDecimal.valueOf(r.nextInt(99_999_999), 2),
              v -> Bytes.toBytes((BigDecimal) v)),
          new ClientForm(
              "timestamp",
              r -> Instant.ofEpochMilli(r.nextLong() >> 20),
              v -> Bytes.toBytes(((Instant) v).toEpochMilli())),
          new ClientForm(
              "date",
              r -> LocalDate.ofEpochDay(r.nextInt(40_000)),
              v -> Bytes.toBytes((int) ((LocalDate) v).toEpochDay())),
          new ClientForm(
              "uuid",
              r -> new UUID(r.nextLong(), r.nextLong()),
              v ->
                  ByteBuffer.allocate(16)
                      .putLong(((UUID) v).getMostSignificantBits())
                      .putLong(((UUID) v).getLeastSignificantBits())
                      .array()));

  private static String text(Random random) {
    return List.of("", "a", "é🦊", "paid, in part", "\u0000x").get(random.nextInt(5));
  }
}
