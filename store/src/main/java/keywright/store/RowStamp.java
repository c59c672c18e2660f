package keywright.store;

/**
 * What a conditional write compares of a row: two states of a row that is not removed in between
 * have different stamps, though two writers may have chosen the same version.
 *
 * @param version that the write gave the row
 * @param nonce that the write drew, 0 for one that drew none
 */
public record RowStamp(long version, long nonce) {}
