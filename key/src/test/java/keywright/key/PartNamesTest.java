package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PartNamesTest {
  private static List<String> names(String columns, String key, String... taken) {
    return KeySchema.parse(columns, key).partNames(List.of(taken));
  }

  @Test
  void aPartIsNamedAfterItsColumnItsNameOrItsExpression() {
    assertThat(
            names(
                "user_id text, at timestamp, \"Order Id\" text",
                "left(md5(user_id), 4) AS salt, user_id, at DESC, reverse(\"Order Id\"),"
                    + " bucket(8)"))
        .containsExactly("salt", "user_id", "at", "reverse_Order_Id", "bucket_8");
  }

  @Test
  void aNameThatIsTakenInAnyCaseHasANumber() {
    assertThat(names("id text", "reverse(id)", "Reverse_Id", "reverse_id_2"))
        .containsExactly("reverse_id_3");
    assertThat(names("a int, \"A\" int", "a, \"A\"")).containsExactly("a", "A_2");
  }
}
