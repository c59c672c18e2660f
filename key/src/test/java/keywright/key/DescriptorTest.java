package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.SplittableRandom;
import keywright.testkit.Gen;
import keywright.testkit.Seeds;
import org.junit.jupiter.api.Test;

/** Key schemas as one line, with the versions of format and hash. */
final class DescriptorTest {

  @Test
  void aDescriptorNamesFormatHashColumnsAndParts() {
    String columns = "tenant text, \"Ts\" timestamp(us) NULL, id bigint";
    KeySchema schema = KeySchema.parse(columns, "bucket(16), tenant, \"Ts\" DESC NULLS FIRST, id");
    assertThat(schema.descriptor())
        .isEqualTo("kw1 xxh64 (" + columns + ") (bucket(16), tenant, \"Ts\" DESC NULLS FIRST, id)");
    assertThat(KeySchema.parse("a int", "a", KeyFormat.text("'")).descriptor())
        .isEqualTo("text '''' xxh64 (a int) (a)");
    assertThat(KeySchema.parse("a int", "random(3), a").descriptor())
        .isEqualTo("kw1 xxh64 (a int, random tinyint unsigned) (random(3), a)");
  }

  @Test
  void aDescriptorIsReadBack() {
    SplittableRandom random = new SplittableRandom(Seeds.base());
    for (Gen<RandomSchemas.Sample> gen : List.of(RandomSchemas.kw1(4), RandomSchemas.text(4))) {
      for (int i = 0; i < 300; i++) {
        RandomSchemas.Sample sample = gen.generate(random.split());
        KeySchema schema = sample.schema();
        String descriptor = schema.descriptor();
        KeySchema read = KeySchema.parseDescriptor(descriptor);
        assertThat(descriptor).doesNotContain("\n");
        assertThat(read.descriptor()).isEqualTo(descriptor);
        assertThat(List.of(read.columns(), read.parts(), read.format()))
            .isEqualTo(List.of(schema.columns(), schema.parts(), schema.format()));
        for (Key key : sample.keys()) {
          assertThat(read.encode(key)).isEqualTo(schema.encode(key));
        }
      }
    }
  }

  private static void assertRefused(String text, String message) {
    assertThatThrownBy(() -> KeySchema.parseDescriptor(text))
        .isInstanceOf(KeyException.class)
        .hasMessageContaining(message);
  }

  @Test
  void anotherVersionIsRefused() {
    assertRefused("kw2 xxh64 (a int) (a)", "cannot use key_format 'kw2': expected kw1");
    assertRefused(
        "kw1 xxh3 (a int) (a)",
        "found the hash 'xxh3', expected xxh64; read this descriptor with a newer Keywright");
    assertRefused("kw1 (a int) (a)", "found '(', expected a hash");
    assertRefused("kw1 '_' xxh64 (a int) (a)", "cannot use key_delimiter '_'");
    assertRefused("text xxh64 (a int) (a)", "found no key_delimiter");
    assertRefused(
        "kw1 xxh64 (a int, a int) (a)", "column a is declared twice; remove or rename one");
    assertRefused("kw1 xxh64 (a int) (a) b", "found 'b'");
    assertRefused("kw1 xxh64 (a int) (b)", "cannot use column b");
  }
}
