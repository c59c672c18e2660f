package keywright.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import keywright.store.contract.ContractRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ContractTest {
  /** Eight histories miss the rarest defects now and then. */
  private static final int MORE_HISTORIES = 20;

  @ParameterizedTest
  @EnumSource
  void theContractFindsEachDefect(BrokenEngine.Defect defect) throws Exception {
    assertThat(ContractRun.failures(() -> new BrokenEngine(defect), MORE_HISTORIES))
        .as("more than the random histories")
        .contains("randomHistoriesGiveWhatTheModelGives")
        .hasSizeGreaterThan(1);
  }

  @ParameterizedTest
  @EnumSource
  void theContractFindsEachDefectOfCheckpoints(CheckpointingEngine.Defect defect) throws Exception {
    List<String> failures =
        ContractRun.failures(
            () -> new CheckpointingEngine(defect), CheckpointingEngine::openCheckpoint);
    if (defect == CheckpointingEngine.Defect.NONE) {
      assertThat(failures).isEmpty();
    } else {
      assertThat(failures).isNotEmpty().allMatch(name -> name.contains("Checkpoint"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void theContractFindsEachDefectOfSingleRows(BrokenSingleRows.Defect defect) throws Exception {
    List<String> failures = ContractRun.failures(() -> new BrokenSingleRows(defect));
    if (defect == BrokenSingleRows.Defect.NONE) {
      assertThat(failures).isEmpty();
    } else {
      assertThat(failures).isNotEmpty();
    }
  }

  @Test
  void theContractFindsNothingInTheReference() throws Exception {
    assertThat(ContractRun.failures(MemoryEngine::new)).isEmpty();
  }
}
