package keywright.table.layout;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LifetimeTest {

  @Test
  void whatExpiresBeyondAllTimeNeverExpires() {
    long most = Long.MAX_VALUE / 1_000;
    assertThat(Lifetime.expiry(0, most)).isEqualTo(most * 1_000);
    assertThat(Lifetime.expiry(0, most + 1)).isZero();
    for (long now : new long[] {1, 999, 1_000, 1_700_000_000_123L, Long.MAX_VALUE - 1_000}) {
      long last = (Long.MAX_VALUE - now) / 1_000;
      assertThat(Lifetime.expiry(now, last)).as("now %s", now).isEqualTo(now + last * 1_000);
      assertThat(Lifetime.expiry(now, last + 1)).as("now %s", now).isZero();
      assertThat(Lifetime.expiry(now, Long.MAX_VALUE)).as("now %s", now).isZero();
    }
  }

  @Test
  void zeroSecondsAreForEver() {
    assertThat(Lifetime.expiry(5, 0)).isZero();
    assertThat(Lifetime.expiry(5, 1)).isEqualTo(1_005);
  }

  @Test
  void aClockBefore1970Counts() {
    assertThat(Lifetime.expiry(-5_000, 1)).isEqualTo(-4_000);
    assertThat(Lifetime.expiry(-1, Long.MAX_VALUE / 1_000)).isPositive();
    assertThat(Lifetime.expiry(Long.MIN_VALUE, Long.MAX_VALUE)).isZero();
  }

  @Test
  void neverIsLaterThanAnyTime() {
    assertThat(Lifetime.later(7, 0)).isZero();
    assertThat(Lifetime.later(0, 7)).isZero();
    assertThat(Lifetime.later(7, 8)).isEqualTo(8);
    assertThat(Lifetime.isBefore(7, 0)).isTrue();
    assertThat(Lifetime.isBefore(0, 7)).isFalse();
    assertThat(Lifetime.isBefore(7, 8)).isTrue();
    assertThat(Lifetime.isBefore(7, 7)).isFalse();
  }
}
