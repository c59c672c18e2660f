/**
 * The libraries whose key formats {@code keywright.key} speaks, as oracles: {@link
 * keywright.peers.PeerFormatContract} is what a format must do, and each class that extends it adds
 * one library. A test named {@code theLibraryStill…} holds a defect that the documentation warns
 * of, and would notice its repair.
 */
package keywright.peers;
