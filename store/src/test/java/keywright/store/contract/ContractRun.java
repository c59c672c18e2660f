package keywright.store.contract;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import keywright.store.Engine;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

/** Runs the contract from within a test, to see what it finds. */
public final class ContractRun extends EngineContract {
  private final Supplier<Engine> engines;

  private ContractRun(Supplier<Engine> engines) {
    this.engines = engines;
  }

  @Override
  protected Engine open(Path directory) {
    return engines.get();
  }

  /** The names of the cases that fail for engines of {@code engines}, which keep nothing. */
  public static List<String> failures(Supplier<Engine> engines)
      throws ReflectiveOperationException {
    List<String> failures = new ArrayList<>();
    for (Class<?> type = EngineContract.class; type != Object.class; type = type.getSuperclass()) {
      for (Method method : type.getDeclaredMethods()) {
        if (method.isAnnotationPresent(Test.class) && !passes(method, engines)) {
          failures.add(method.getName());
        }
      }
    }
    return failures;
  }

  private static boolean passes(Method method, Supplier<Engine> engines)
      throws ReflectiveOperationException {
    ContractRun run = new ContractRun(engines);
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
