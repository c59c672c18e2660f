package keywright.store;

import keywright.key.ErrorCode;

/** Opens a new, empty {@link MemoryEngine} for the URL {@code memory:}. */
public final class MemoryEngineProvider implements EngineProvider {

  @Override
  public String scheme() {
    return "memory";
  }

  @Override
  public Engine open(String location) {
    if (!location.isEmpty()) {
      throw new StoreException(
          ErrorCode.INVALID,
          "cannot open memory:"
              + location
              + ": found a location, expected none, because nothing is stored; write memory:");
    }
    return new MemoryEngine();
  }
}
