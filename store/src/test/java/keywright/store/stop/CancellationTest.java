package keywright.store.stop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import keywright.key.ErrorCode;
import org.junit.jupiter.api.Test;

class CancellationTest {
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000_000);

  private Cancellation after(Duration limit) {
    return Cancellation.after(limit, nanos::get);
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  @Test
  void aLimitEndsCallsWhenItHasPassed() {
    Cancellation limited = after(Duration.ofSeconds(5));
    pass(Duration.ofSeconds(5).minusNanos(1));
    assertThat(limited.isOver()).isFalse();
    assertThat(limited.remainingNanos()).isEqualTo(1);
    limited.check("read t");
    pass(Duration.ofNanos(1));
    assertThat(limited.isOver()).isTrue();
    assertThat(limited.isCancelled()).isFalse();
    assertThat(limited.remainingNanos()).isZero();
    assertThatThrownBy(() -> limited.check("read t"))
        .isInstanceOfSatisfying(
            StoppedException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.TIMED_OUT);
              assertThat(e.reason()).isEqualTo("found no end within 5 s, the time limit");
            })
        .hasMessage("cannot read t: found no end within 5 s, the time limit; set a longer limit");
  }

  @Test
  void aCancelEndsCallsAndInnerOnesToo() {
    Cancellation outer = Cancellation.begin();
    Cancellation inner = outer.within(Duration.ofHours(1));
    Cancellation other = outer.inner();
    inner.cancel();
    assertThat(outer.isOver()).isFalse();
    assertThat(other.isOver()).isFalse();
    outer.cancel();
    assertThat(other.isCancelled()).isTrue();
    assertThatThrownBy(() -> other.check("read t"))
        .isInstanceOfSatisfying(
            StoppedException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STOPPED))
        .hasMessage("cannot read t: cancelled; run the statement again");
    assertThat(other.stopped("write to t", "nothing was changed"))
        .hasMessage("cannot write to t: cancelled; nothing was changed, run the statement again");
  }

  @Test
  void theMessageNamesTheLimitThatHasPassed() {
    Cancellation outer = after(Duration.ofMillis(1_500));
    Cancellation inner = outer.within(Duration.ofSeconds(9));
    assertThat(inner.remainingNanos()).isEqualTo(1_500_000_000);
    pass(Duration.ofSeconds(2));
    assertThat(inner.stopped("read t", "").reason())
        .isEqualTo("found no end within 1500 ms, the time limit");
    pass(Duration.ofSeconds(9));
    assertThat(inner.stopped("read t", "").reason())
        .isEqualTo("found no end within 9 s, the time limit");
  }

  @Test
  void noneNeverEndsACall() {
    assertThat(Cancellation.NONE.isOver()).isFalse();
    assertThat(Cancellation.NONE.remainingNanos()).isEqualTo(Long.MAX_VALUE);
    assertThatThrownBy(Cancellation.NONE::cancel).isInstanceOf(IllegalStateException.class);
    assertThat(after(Duration.ofSeconds(Long.MAX_VALUE)).isOver()).isFalse();
  }

  @Test
  void aWaitEndsWithTheCancellation() throws Exception {
    Cancellation cancelled = Cancellation.begin();
    assertThat(cancelled.await(CompletableFuture.completedFuture(7), 1, "read t")).isEqualTo(7);
    assertThatThrownBy(() -> cancelled.await(new CompletableFuture<>(), 1, "read t"))
        .isInstanceOf(TimeoutException.class);
    Thread cancelling = new Thread(cancelled::cancel);
    cancelling.start();
    assertThatThrownBy(() -> cancelled.await(new CompletableFuture<>(), Long.MAX_VALUE, "read t"))
        .isInstanceOf(StoppedException.class);
    cancelling.join();
  }
}
