package keywright.store;

import static org.assertj.core.api.Assertions.assertThat;

import keywright.store.contract.ContractRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ContractTest {

  @ParameterizedTest
  @EnumSource
  void theContractFindsEachDefect(BrokenEngine.Defect defect) throws Exception {
    assertThat(ContractRun.failures(() -> new BrokenEngine(defect)))
        .as("more than the random histories")
        .contains("randomHistoriesGiveWhatTheModelGives")
        .hasSizeGreaterThan(1);
  }

  @Test
  void theContractFindsNothingInTheReference() throws Exception {
    assertThat(ContractRun.failures(MemoryEngine::new)).isEmpty();
  }
}
