package keywright.cql.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.protocol.internal.ProtocolConstants;
import com.datastax.oss.protocol.internal.response.Error;
import com.datastax.oss.protocol.internal.response.error.WriteTimeout;
import keywright.key.ErrorCode;
import org.junit.jupiter.api.Test;

class FailuresTest {
  private static Error error(ErrorCode code, boolean isConditional) {
    return Failures.of(
        new ServerException(code, "one\nline", null),
        "shop",
        ProtocolConstants.ConsistencyLevel.QUORUM,
        isConditional);
  }

  @Test
  void anUnknownOutcomeIsAWriteTimeoutThatDriversDoNotRepeat() {
    for (boolean isConditional : new boolean[] {false, true}) {
      assertThat(error(ErrorCode.OUTCOME_UNKNOWN, isConditional))
          .isInstanceOfSatisfying(
              WriteTimeout.class,
              timeout -> {
                assertThat(timeout.writeType).isEqualTo(isConditional ? "CAS" : "SIMPLE");
                assertThat(timeout.consistencyLevel)
                    .isEqualTo(ProtocolConstants.ConsistencyLevel.QUORUM);
                assertThat(timeout.message).isEqualTo("one line");
              });
    }
  }

  @Test
  void everyCodeHasAnErrorOfTheProtocol() {
    for (ErrorCode code : ErrorCode.values()) {
      int expected =
          switch (code) {
            case SYNTAX -> 0x2000;
            case INVALID, NOT_FOUND, NO_KEY, DUPLICATE_KEY, UNSUPPORTED, LIMIT_EXCEEDED -> 0x2200;
            case ALREADY_EXISTS -> 0x2400;
            case ACCESS_DENIED -> 0x2100;
            case CONFLICT -> 0x1001;
            case UNAVAILABLE -> 0x1000;
            case OUTCOME_UNKNOWN -> 0x1100;
            case STOPPED, CLOSED, UNREADABLE, STORAGE -> 0;
          };
      assertThat(error(code, false).code).as(code.name()).isEqualTo(expected);
    }
  }
}
