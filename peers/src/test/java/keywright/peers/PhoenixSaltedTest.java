package keywright.peers;

import java.util.List;
import org.junit.jupiter.api.Tag;

/** The format phoenix against a table with {@code SALT_BUCKETS}. */
@Tag("large")
final class PhoenixSaltedTest extends PhoenixTest {
  private static final int BUCKETS = 11;

  @Override
  List<String> leading() {
    return List.of("phoenix_salt(" + BUCKETS + ")");
  }

  @Override
  Integer buckets() {
    return BUCKETS;
  }

  @Override
  String frozen() {
    return "phoenix-salted";
  }
}
