package keywright.store.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import keywright.store.Engine;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

/** Runs the contract from within a test, to see what it finds. */
public final class ContractRun extends EngineContract {
  private final Supplier<Engine> engines;
  private final Function<Path, Engine> checkpoints;
  private final int times;

  private ContractRun(Supplier<Engine> engines, Function<Path, Engine> checkpoints, int times) {
    this.engines = engines;
    this.checkpoints = checkpoints;
    this.times = times;
  }

  @Override
  int histories() {
    return times * super.histories();
  }

  @Override
  protected Engine openCheckpoint(Path folder) {
    return checkpoints.apply(folder);
  }

  @Override
  protected Engine open(Path directory) {
    return engines.get();
  }

  /** {@link #failures(Supplier, Function)} for engines that make no checkpoints. */
  public static List<String> failures(Supplier<Engine> engines)
      throws ReflectiveOperationException {
    return failures(engines, 1);
  }

  /**
   * {@link #failures(Supplier)} with more random histories.
   *
   * @param times how many times as many, if none of them fails
   */
  public static List<String> failures(Supplier<Engine> engines, int times)
      throws ReflectiveOperationException {
    return failures(
        engines,
        folder -> {
          throw new AssertionError("found a checkpoint, expected none");
        },
        times);
  }

  /**
   * The names of the cases that fail for engines of {@code engines}, which keep nothing.
   *
   * @param checkpoints opens what they made by {@link keywright.store.Checkpoints}
   */
  public static List<String> failures(Supplier<Engine> engines, Function<Path, Engine> checkpoints)
      throws ReflectiveOperationException {
    return failures(engines, checkpoints, 1);
  }

  private static List<String> failures(
      Supplier<Engine> engines, Function<Path, Engine> checkpoints, int times)
      throws ReflectiveOperationException {
    List<String> failures = new ArrayList<>();
    for (Class<?> type = EngineContract.class; type != Object.class; type = type.getSuperclass()) {
      for (Method method : type.getDeclaredMethods()) {
        if (method.isAnnotationPresent(Test.class)
            && !passes(method, new ContractRun(engines, checkpoints, times))) {
          failures.add(method.getName());
        }
      }
    }
    return failures;
  }

  private static Path temporaryDirectory() {
    try {
      Path made = Files.createTempDirectory("keywright-contract");
      made.toFile().deleteOnExit();
      return made;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean passes(Method method, ContractRun run)
      throws ReflectiveOperationException {
    run.directory = temporaryDirectory();
    run.openEngine();
    try {
      method.setAccessible(true);
      method.invoke(run);
      return true;
    } catch (InvocationTargetException e) {
      return e.getCause() instanceof TestAbortedException;
    } finally {
      run.closeEngine();
    }
  }
}
