package keywright.rocksdb;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The records of a file in RocksDB's log format, which write-ahead logs and manifests have.
 *
 * <p>A file is blocks of 32 KB. A block is fragments: a masked CRC-32C of type and payload (4
 * bytes), the length of the payload (2), a type (1), and the payload; all numbers are
 * little-endian. A record is one fragment or several; no fragment begins in the last 6 bytes of a
 * block. Used by one thread.
 */
final class LogRecords implements AutoCloseable {
  /**
   * The place from which on the file cannot be read.
   *
   * @param offset where the record begins that cannot be read, in bytes
   * @param found what is wrong with it, in words
   * @param cut whether the file ends inside the record and all that exists of it is whole
   */
  record Damage(long offset, String found, boolean cut) {}

  static final int BLOCK_LENGTH = 32 * 1024;
  private static final int HEADER_LENGTH = 7;

  /** Sequence (8 bytes) and count of changes (4) at the beginning of a record of writes. */
  static final int WRITE_HEADER_LENGTH = 12;

  /** Two writes to one log are not further apart than this. */
  private static final long MOST_SEQUENCES = 1L << 40;

  private static final int FULL = 1;
  private static final int FIRST = 2;
  private static final int LAST = 4;

  private final FileChannel file;
  private final long fileLength;
  private final ByteBuffer block = ByteBuffer.allocate(BLOCK_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
  private long blockStart = -1;
  private int place = BLOCK_LENGTH;
  private long recordStart;
  private @Nullable Damage damage;
  private final int keptLength;

  /**
   * Opens a file.
   *
   * @param keptLength so many bytes are returned of a record that is longer
   */
  LogRecords(Path path, int keptLength) throws IOException {
    this.keptLength = keptLength;
    file = FileChannel.open(path);
    fileLength = file.size();
  }

  /** In bytes. */
  long fileLength() {
    return fileLength;
  }

  /** Where the record that was returned last begins. */
  long recordStart() {
    return recordStart;
  }

  /** Why {@link #next} returned null; null when the file ended after a whole record. */
  @Nullable Damage damage() {
    return damage;
  }

  /** The next record; null at the end of the file, and where it cannot be read. */
  byte @Nullable [] next() throws IOException {
    ByteArrayOutputStream record = new ByteArrayOutputStream();
    boolean inRecord = false;
    while (damage == null) {
      if (!hasFragment()) {
        if (inRecord || place < block.limit()) {
          fail(inRecord, "the end of the file inside a record", true);
        }
        return null;
      }
      int type = checkFragment(inRecord);
      if (type < 0) {
        return null;
      }
      int payload = place + HEADER_LENGTH;
      int stop = payload + length(place);
      // Types above these are what RocksDB notes of the file itself.
      if (type <= LAST) {
        if (inRecord == (type == FULL || type == FIRST)) {
          fail(inRecord, "a part of a record without the rest", false);
          return null;
        }
        if (!inRecord) {
          inRecord = true;
          recordStart = blockStart + place;
        }
        int kept = Math.min(stop - payload, keptLength - record.size());
        record.write(block.array(), payload, kept);
        if (type == FULL || type == LAST) {
          place = stop;
          return record.toByteArray();
        }
      }
      place = stop;
    }
    return null;
  }

  /** Whether there is a header at the place, in this block or at the start of the next. */
  private boolean hasFragment() throws IOException {
    if (block.limit() - place >= HEADER_LENGTH && blockStart >= 0) {
      return true;
    }
    boolean last = blockStart >= 0 && block.limit() < BLOCK_LENGTH;
    return !last
        && readBlock(blockStart < 0 ? 0 : blockStart + BLOCK_LENGTH)
        && block.limit() >= HEADER_LENGTH;
  }

  private boolean readBlock(long start) throws IOException {
    blockStart = start;
    place = 0;
    block.clear();
    while (block.hasRemaining() && file.read(block, start + block.position()) > 0) {
      // Until the block is full or the file ends.
    }
    block.flip();
    return block.limit() > 0;
  }

  /** The type of the fragment at the place; -1, and the damage noted, where it is not whole. */
  private int checkFragment(boolean inRecord) {
    int type = block.get(place + 6) & 0xff;
    int length = length(place);
    if (type == 0 && length == 0 && block.getInt(place) == 0) {
      fail(inRecord, "zeros", false);
      return -1;
    }
    int payload = place + HEADER_LENGTH;
    boolean lastBlock = block.limit() < BLOCK_LENGTH;
    if (payload + length > block.limit()) {
      // A record whose length alone is damaged may be whole up to the end of the file.
      boolean cut = lastBlock && !isWhole(place, block.limit());
      fail(inRecord, cut ? "the end of the file inside a record" : "a wrong length", cut);
      return -1;
    }
    if (!isWhole(place, payload + length)) {
      fail(inRecord, "a checksum mismatch", false);
      return -1;
    }
    return type;
  }

  private void fail(boolean inRecord, String found, boolean cut) {
    damage = new Damage(inRecord ? recordStart : blockStart + place, found, cut);
  }

  private int length(int at) {
    return block.getShort(at + 4) & 0xffff;
  }

  /** Whether the checksum of the fragment at {@code at} is right if it ends at {@code stop}. */
  private boolean isWhole(int at, int stop) {
    CRC32C crc = new CRC32C();
    crc.update(block.array(), at + 6, stop - at - 6);
    int value = (int) crc.getValue();
    return Integer.rotateRight(value, 15) + 0xa282ead8 == block.getInt(at);
  }

  /**
   * Continues after the damage, at the next place where a whole record of writes begins.
   *
   * @param least the lowest sequence that it may have
   * @return whether there is one; {@link #next} then returns it
   */
  boolean skipDamage(long least) throws IOException {
    Damage at = damage;
    if (at == null) {
      return false;
    }
    long offset = at.offset() + 1;
    while (offset < fileLength) {
      long start = offset - offset % BLOCK_LENGTH;
      if (start != blockStart && !readBlock(start)) {
        return false;
      }
      for (place = (int) (offset - start); place + HEADER_LENGTH < block.limit(); place++) {
        if (beginsWrites(place, least)) {
          damage = null;
          return true;
        }
      }
      offset = start + BLOCK_LENGTH;
    }
    return false;
  }

  private boolean beginsWrites(int at, long least) {
    int type = block.get(at + 6) & 0xff;
    int payload = at + HEADER_LENGTH;
    int stop = payload + length(at);
    if ((type != FULL && type != FIRST)
        || stop > block.limit()
        || stop - payload < WRITE_HEADER_LENGTH) {
      return false;
    }
    long sequence = block.getLong(payload);
    return sequence >= least && sequence - least < MOST_SEQUENCES && isWhole(at, stop);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
