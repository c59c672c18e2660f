package keywright.bench;

/**
 * One library's way with one key, as a careful user would write it: what can be reused is made once
 * and kept in the instance.
 *
 * @param <K> the record that holds a key's values
 */
interface KeyLibrary<K> {

  /** A new array that holds exactly the row key. */
  byte[] encode(K key);

  /** Writes the row key to the start of {@code buffer} and returns its length in bytes. */
  int encode(K key, byte[] buffer);

  /** The values again. */
  K decode(byte[] rowKey);

  /**
   * One part without the others: the id of {@link SampleKeys.Id} and {@link SampleKeys.Event}, the
   * time of {@link SampleKeys.Visit}.
   */
  long part(byte[] rowKey);
}
