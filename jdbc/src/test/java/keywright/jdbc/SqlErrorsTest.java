package keywright.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.util.HashMap;
import java.util.Map;
import keywright.key.ErrorCode;
import keywright.key.KeywrightException;
import org.junit.jupiter.api.Test;

class SqlErrorsTest {
  private static final class Failure extends KeywrightException {
    private static final long serialVersionUID = 1;

    Failure(ErrorCode code) {
      super(code, "cannot do it: found x, expected y", null);
    }
  }

  @Test
  void everyCodeHasAClassAndAState() {
    Map<ErrorCode, SQLException> errors = new HashMap<>();
    for (ErrorCode code : ErrorCode.values()) {
      Failure failure = new Failure(code);
      SQLException error = SqlErrors.of(failure);
      assertThat((Throwable) error).hasMessage(failure.getMessage()).hasCause(failure);
      assertThat(error.getSQLState()).matches("[0-9A-Z]{5}");
      errors.put(code, error);
    }
    // Libraries repeat what is transient: an unknown outcome is not, because it may be applied
    // twice.
    assertThat(errors)
        .allSatisfy(
            (code, error) ->
                assertThat(error instanceof SQLTransientException)
                    .as(code.name())
                    .isEqualTo(
                        code.isRetryable()
                            || code == ErrorCode.STOPPED
                            || code == ErrorCode.TIMED_OUT));
    assertThat(errors.get(ErrorCode.OUTCOME_UNKNOWN).getSQLState()).isEqualTo("08007");
  }
}
