package keywright.store;

/**
 * The version and the nonce of a row, which a conditional write compares. Two different states of a
 * row have different stamps, even if two writers have chosen the same version. The exception is a
 * row that was physically removed and then inserted again.
 *
 * @param version the version that the write gave the row
 * @param nonce a random number of the write; 0 if the write had none
 */
public record RowStamp(long version, long nonce) {}
