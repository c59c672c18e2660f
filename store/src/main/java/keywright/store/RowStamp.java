package keywright.store;

/**
 * What a conditional write compares: two states of a row have different stamps, even if two writers
 * have chosen the same version, unless the row is removed between them.
 *
 * @param version that the write gave the row
 * @param nonce a random number of the write; 0 for none
 */
public record RowStamp(long version, long nonce) {}
