package keywright.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KeyOrderTest {

  @Test
  void rowKeysAreOrderedByteByByte() {
    assertThat(Program.stdout(ByteOrder::main))
        .isEqualTo(
            """
            as given:     {1,09,005,2,Ash,ASH,3,22,11}
            in key order: {005,09,1,11,2,22,3,ASH,Ash}
            """);
  }

  @Test
  void paddingMakesTheOrderOfTextTheOrderOfNumbers() {
    assertThat(Program.stdout(Padding::main))
        .isEqualTo(
            """
            unpadded, all:    {005,09,1,11,2,22,3}
            unpadded, 1 to 5: {1,11,2,22,3}
            padded, all:      {0001,0002,0003,0005,0009,0011,0022}
            padded, 1 to 5:   {0001,0002,0003,0005}
            """);
  }

  @Test
  void aKeyIsMadeReadBackAndAskedForItsRanges() {
    assertThat(Program.stdout(KeyFromJava::main))
        .isEqualTo(
            """
            [61636d650001, 61636d6500017ffffea6a8ac9c)
            61636d6500017fffffffffffffff8000000000000001 Event[id=1, tenant=acme, ts=1970-01-01T00:00:00Z]
            """);
  }
}
