package keywright.cql.server;

import com.datastax.oss.protocol.internal.ProtocolConstants.BatchType;
import java.util.ArrayList;
import java.util.List;
import keywright.cql.server.system.Words;

/** The statements of a batch of the protocol, which run as one BEGIN BATCH … APPLY BATCH. */
final class BatchStatement {
  private static final int WORDS_MAX = 1 << 20;

  private BatchStatement() {}

  /** The beginning of the batch. */
  static String begin(byte type) {
    return switch (type) {
      case BatchType.LOGGED -> "BEGIN BATCH\n";
      case BatchType.UNLOGGED -> "BEGIN UNLOGGED BATCH\n";
      default ->
          throw RequestException.invalid(
              "cannot run the batch: found a counter batch, expected a logged or an unlogged one");
    };
  }

  /**
   * The text of a statement inside of the batch, with {@code ?} for every parameter.
   *
   * @param number of the statement, from 1
   * @param count of the values that the client gives for it
   */
  static String of(int number, String statement, int count) {
    Words words = Words.of(statement, WORDS_MAX);
    if (!words.beginWith("insert") && !words.beginWith("update") && !words.beginWith("delete")) {
      throw RequestException.invalid(
          "cannot run the batch: found %s as statement %d, expected INSERT, UPDATE or DELETE"
              .formatted(words.text(0).isEmpty() ? "nothing" : words.text(0), number));
    }
    List<String> names = new ArrayList<>();
    Words positional = Words.of(words.withoutNames(names), WORDS_MAX);
    int parameters = positional.parameters();
    if (parameters != count) {
      throw RequestException.invalid(
          "cannot run the batch: found %d values for statement %d, expected %d, one for each parameter"
              .formatted(count, number, parameters));
    }
    if (positional.hasSeveralStatements()) {
      throw RequestException.invalid(
          "cannot run the batch: found several statements as statement %d, expected one"
              .formatted(number));
    }
    return positional.withoutSemicolon();
  }
}
