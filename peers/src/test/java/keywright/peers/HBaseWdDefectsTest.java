package keywright.peers;

import static org.assertj.core.api.Assertions.assertThat;

import com.sematext.hbase.wd.RowKeyDistributorByHashPrefix.OneByteSimpleHash;
import java.util.Arrays;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** What HBaseWD does, as long as it is so; there is no format for it. */
final class HBaseWdDefectsTest {

  @Test
  void aKeyWhoseHashHasNoAbsoluteValueIsInABucketThatIsNotRead() {
    byte[] key = keyOfHash(Integer.MIN_VALUE);
    assertThat(Bytes.hashCode(key)).isEqualTo(Integer.MIN_VALUE);
    OneByteSimpleHash hash = new OneByteSimpleHash(10);
    byte[] bucket = hash.getHashPrefix(key);
    assertThat(Arrays.asList(hash.getAllPossiblePrefixes()))
        .noneMatch(read -> Arrays.equals(read, bucket))
        .anyMatch(read -> Arrays.equals(read, hash.getHashPrefix(new byte[] {1})));
  }

  /** Seven bytes, the digits of {@code hash} in base 31 less the one that the hash begins with. */
  private static byte[] keyOfHash(int hash) {
    byte[] key = new byte[7];
    long rest = Integer.toUnsignedLong(hash - (int) Math.pow(31, 6) * 31);
    for (int i = key.length - 1; i >= 0; i--) {
      key[i] = (byte) (rest % 31);
      rest /= 31;
    }
    return key;
  }
}
