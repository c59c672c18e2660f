package keywright.store;

/**
 * A table of an {@link Engine} as it was found.
 *
 * @param name of the table
 * @param id distinguishes it from earlier and later tables of the same name; 0 if only this process
 *     has the engine open
 * @param isEnabled whether it can be read and written; an interrupted drop may have left it
 *     disabled
 */
public record EngineTable(String name, long id, boolean isEnabled) {}
