package keywright.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.UUID;
import keywright.key.Type;
import org.apache.accumulo.core.client.lexicoder.LongLexicoder;
import org.apache.accumulo.core.client.lexicoder.PairLexicoder;
import org.apache.accumulo.core.client.lexicoder.UUIDLexicoder;
import org.apache.accumulo.core.util.ComparablePair;
import org.junit.jupiter.api.Test;

/** What Accumulo's lexicoders do, each as long as it is so; there is no format for them. */
final class AccumuloDefectsTest {

  @Test
  void uuidsSortSigned() {
    UUID high = new UUID(Long.MIN_VALUE, 0);
    UUID low = new UUID(1, 0);
    UUIDLexicoder lexicoder = new UUIDLexicoder();
    assertThat(Arrays.compareUnsigned(lexicoder.encode(high), lexicoder.encode(low))).isNegative();
    Type uuid = Type.parse("uuid");
    assertThat(uuid.compare(high, low)).isPositive();
    assertThat(Arrays.compareUnsigned(uuid.toBytes(high), uuid.toBytes(low))).isPositive();
  }

  @Test
  void aSmallNumberTakesSixteenBytesInAPair() {
    LongLexicoder longs = new LongLexicoder();
    PairLexicoder<Long, Long> pairs = new PairLexicoder<>(longs, longs);
    int length = pairs.encode(new ComparablePair<>(1L, 1L)).length;
    assertThat(length).as("two numbers and the zero between them").isEqualTo(16 + 1 + 16);
  }
}
