package keywright.cql.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.protocol.internal.ProtocolConstants;
import com.datastax.oss.protocol.internal.response.Error;
import com.datastax.oss.protocol.internal.response.error.ReadTimeout;
import com.datastax.oss.protocol.internal.response.error.WriteTimeout;
import keywright.key.ErrorCode;
import org.junit.jupiter.api.Test;

class FailuresTest {
  private static Error error(ErrorCode code, Failures.Work work) {
    return Failures.of(
        new ServerException(code, "one\nline", null),
        "shop",
        "payment",
        ProtocolConstants.ConsistencyLevel.QUORUM,
        work);
  }

  @Test
  void anUnknownOutcomeIsAWriteTimeoutThatDriversDoNotRepeat() {
    for (Failures.Work work : Failures.Work.values()) {
      assertThat(error(ErrorCode.OUTCOME_UNKNOWN, work))
          .isInstanceOfSatisfying(
              WriteTimeout.class,
              timeout -> {
                assertThat(timeout.writeType)
                    .isEqualTo(work == Failures.Work.CONDITIONAL_CHANGE ? "CAS" : "SIMPLE");
                assertThat(timeout.consistencyLevel)
                    .isEqualTo(ProtocolConstants.ConsistencyLevel.QUORUM);
                assertThat(timeout.message).isEqualTo("one line");
              });
    }
  }

  @Test
  void aReadThatIsOutOfTimeIsAReadTimeoutThatDriversDoNotRepeat() {
    assertThat(error(ErrorCode.TIMED_OUT, Failures.Work.READ))
        .isInstanceOfSatisfying(
            ReadTimeout.class,
            timeout -> {
              assertThat(timeout.received).isLessThan(timeout.blockFor);
              assertThat(timeout.dataPresent).isFalse();
            });
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
            case OUTCOME_UNKNOWN, TIMED_OUT -> 0x1100;
            case STOPPED, CLOSED, UNREADABLE, STORAGE -> 0;
          };
      assertThat(error(code, Failures.Work.CHANGE).code).as(code.name()).isEqualTo(expected);
    }
  }
}
