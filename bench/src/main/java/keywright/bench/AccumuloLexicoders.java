package keywright.bench;

import java.util.function.Function;
import keywright.bench.SampleKeys.Event;
import keywright.bench.SampleKeys.Visit;
import org.apache.accumulo.core.client.lexicoder.IntegerLexicoder;
import org.apache.accumulo.core.client.lexicoder.Lexicoder;
import org.apache.accumulo.core.client.lexicoder.LongLexicoder;
import org.apache.accumulo.core.client.lexicoder.PairLexicoder;
import org.apache.accumulo.core.client.lexicoder.ReverseLexicoder;
import org.apache.accumulo.core.client.lexicoder.StringLexicoder;
import org.apache.accumulo.core.util.ComparablePair;

/** Accumulo's lexicoders, composed by pairs. They always make new arrays. */
final class AccumuloLexicoders<K, V> implements KeyLibrary<K> {
  private final Lexicoder<V> lexicoder;
  private final Function<K, V> value;
  private final Function<V, K> key;
  private final Function<V, Long> part;

  private AccumuloLexicoders(
      Lexicoder<V> lexicoder, Function<K, V> value, Function<V, K> key, Function<V, Long> part) {
    this.lexicoder = lexicoder;
    this.value = value;
    this.key = key;
    this.part = part;
  }

  private static <A extends Comparable<A>, B extends Comparable<B>> ComparablePair<A, B> pair(
      A first, B second) {
    return new ComparablePair<>(first, second);
  }

  static KeyLibrary<SampleKeys.Id> ofId() {
    return new AccumuloLexicoders<>(
        new LongLexicoder(), SampleKeys.Id::id, SampleKeys.Id::new, v -> v);
  }

  static KeyLibrary<Event> ofEvent() {
    return new AccumuloLexicoders<>(
        new PairLexicoder<>(
            new IntegerLexicoder(),
            new PairLexicoder<>(new ReverseLexicoder<>(new LongLexicoder()), new LongLexicoder())),
        k -> pair(k.tenant(), pair(k.at(), k.id())),
        v -> new Event(v.getFirst(), v.getSecond().getFirst(), v.getSecond().getSecond()),
        v -> v.getSecond().getSecond());
  }

  static KeyLibrary<Visit> ofVisit() {
    return new AccumuloLexicoders<>(
        new PairLexicoder<>(
            new StringLexicoder(),
            new PairLexicoder<>(
                new IntegerLexicoder(),
                new PairLexicoder<>(
                    new ReverseLexicoder<>(new LongLexicoder()), new StringLexicoder()))),
        k -> pair(k.tenant(), pair(k.shard(), pair(k.at(), k.page()))),
        v ->
            new Visit(
                v.getFirst(),
                v.getSecond().getFirst(),
                v.getSecond().getSecond().getFirst(),
                v.getSecond().getSecond().getSecond()),
        v -> v.getSecond().getSecond().getFirst());
  }

  @Override
  public byte[] encode(K record) {
    return lexicoder.encode(value.apply(record));
  }

  @Override
  public int encode(K record, byte[] buffer) {
    byte[] bytes = encode(record);
    System.arraycopy(bytes, 0, buffer, 0, bytes.length);
    return bytes.length;
  }

  @Override
  public K decode(byte[] rowKey) {
    return key.apply(lexicoder.decode(rowKey));
  }

  @Override
  public long part(byte[] rowKey) {
    return part.apply(lexicoder.decode(rowKey));
  }
}
