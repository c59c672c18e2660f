package keywright.store;

/**
 * The state of a table of an engine, as it was when {@link Engine#table} was called. Immutable.
 *
 * @param name the name of the table
 * @param id a number that distinguishes this table from earlier and later tables of the same name;
 *     0 if only this process can have the engine open
 * @param isEnabled whether the table can be read and written; an interrupted drop may have left the
 *     table disabled
 */
public record EngineTable(String name, long id, boolean isEnabled) {}
