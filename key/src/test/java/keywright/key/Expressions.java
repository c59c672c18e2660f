package keywright.key;

import static keywright.key.RandomSchemas.pick;

import java.util.SplittableRandom;

/** Random key expressions, as text, over a column of a given type. */
final class Expressions {
  private Expressions() {}

  static String of(String column, Type type, SplittableRandom random) {
    if (random.nextInt(3) == 0) {
      return column;
    }
    if (random.nextInt(8) == 0) {
      return pick(random, "bucket(4, " + column + ")", "bucket(300, " + column + ")");
    }
    return switch (Values.word(type)) {
      case "tinyint", "smallint", "int", "bigint" -> whole(column, random);
      case "varint" -> varint(column, random);
      case "decimal" ->
          type instanceof BigDecimalType
              ? pick(random, hash(column, random), column)
              : pick(random, "10 - " + column, "md5(" + column + ")", column);
      case "text", "char" -> text(column, random);
      case "digits" -> pick(random, text(column, random), "left(" + column + ", 2)");
      case "uuid" ->
          pick(
              random,
              "reverse_bytes(" + column + ")",
              "bit_reverse(" + column + ")",
              "md5(" + column + ")");
      case "date" -> date(column, random);
      case "timestamp" -> timestamp(column, random);
      default -> column;
    };
  }

  private static String varint(String column, SplittableRandom random) {
    String number = pick(random, column, "999 - " + column, "100 - (5 - " + column + ")");
    return pick(
        random,
        number,
        "mod(" + number + ", " + random.nextInt(1, 400) + ")",
        "lpad(" + number + ", " + pick(random, "1", "5", "20", "38") + ")",
        "reverse(lpad(" + number + ", 19))",
        hash(number, random));
  }

  private static String whole(String column, SplittableRandom random) {
    String number =
        pick(
            random,
            column,
            column,
            "999 - " + column,
            "100 - (5 - " + column + ")",
            "mod(" + column + ", " + random.nextInt(1, 12) + ")",
            "9 - mod(" + column + ", 10)",
            "mod(" + column + ", 300)");
    return pick(
        random,
        number,
        "lpad(" + number + ", " + pick(random, "1", "3", "10", "20", "38") + ")",
        "reverse(lpad(" + number + ", " + pick(random, "3", "19") + "))",
        "left(lpad(" + number + ", 5), 2)",
        "right(lpad(" + number + ", 5), 1)",
        "reverse_bytes(" + number + ")",
        "bit_reverse(" + number + ")",
        hash(number, random));
  }

  private static String hash(String argument, SplittableRandom random) {
    String digest = pick(random, "md5", "sha1", "sha256") + "(" + argument + ")";
    return pick(
        random,
        digest,
        "left(" + digest + ", 1)",
        "right(" + digest + ", 2)",
        "right(" + digest + ", 4)",
        "reverse(" + digest + ")",
        "left(right(" + digest + ", 5), 1)");
  }

  private static String text(String column, SplittableRandom random) {
    return pick(
        random,
        "reverse(" + column + ")",
        "left(" + column + ", 1)",
        "left(" + column + ", 3)",
        "right(" + column + ", 2)",
        "lower(" + column + ")",
        "upper(left(" + column + ", 2))",
        "left(left(" + column + ", 3), 2)",
        "reverse(reverse(" + column + "))",
        "lpad(" + column + ", " + pick(random, "3", "9") + ")",
        hash(column, random));
  }

  private static String date(String column, SplittableRandom random) {
    return pick(
        random,
        "date_trunc('" + pick(random, "day", "month", "year") + "', " + column + ")",
        "date_format(" + column + ", '" + pattern(random) + "')");
  }

  private static String timestamp(String column, SplittableRandom random) {
    String cut =
        pick(
            random,
            column,
            "date_trunc('"
                + pick(random, "second", "minute", "hour", "day", "month", "year")
                + "', "
                + column
                + ")");
    return pick(
        random,
        cut,
        "date_format(" + cut + ", '" + pattern(random) + "')",
        "left(date_format(" + cut + ", 'yyyyMMddHH'), " + random.nextInt(1, 11) + ")",
        whole(cut, random));
  }

  private static String pattern(SplittableRandom random) {
    return pick(
        random,
        "yyyy-MM-dd",
        "yyyyMMdd",
        "yyyyMM",
        "yyyy",
        "dd.MM.yyyy",
        "yyyy-MM-dd HH:mm:ss",
        "yyyyMMddHHmmss",
        "yyyy-MM-dd''T''HH:mm:ss.SSS",
        "yyyyMMddHHmmssSSSSSSSSS",
        "HH:mm",
        "uuuuMMdd hh",
        "ss mm HH dd MM yyyy",
        "d.M.yyyy",
        "EEE MMM dd yyyy");
  }
}
