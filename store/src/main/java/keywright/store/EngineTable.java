package keywright.store;

/**
 * A table of an {@link Engine} as it was found.
 *
 * @param name of the table
 * @param id tells it from others that had the name, or will have it; 0 where only this process has
 *     the engine open
 * @param isEnabled whether it can be read and written; a drop that was cut off may have left it
 *     disabled
 */
public record EngineTable(String name, long id, boolean isEnabled) {}
