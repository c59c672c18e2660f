package keywright.table.query;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.CRC32C;
import keywright.key.KeyException;
import keywright.table.model.Limits;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/**
 * The position after a page of a query: the number of rows that its pages have returned so far, and
 * the position of the last returned row.
 *
 * <p>The text form is base64url without padding of these bytes: version (1 byte), the first 8 bytes
 * of the SHA-256 of the query, the first 8 bytes of the SHA-256 of the {@link RowOrder}, the number
 * of returned rows (8 bytes), the position of the last row, and the CRC-32C of all bytes before (4
 * bytes). So a token is refused if it was cut or altered, if it belongs to another query, or if the
 * rows are now read in another order. Immutable.
 */
public final class PageToken {
  private static final byte VERSION = 1;
  private static final int HEAD_LENGTH = 25;
  private static final int CHECKSUM_LENGTH = 4;
  private static final int SHOWN = 16;

  /**
   * The limits of a query are not part of the token: they do not change the result, and their
   * defaults depend on the heap.
   */
  private static final Limits NO_LIMITS = new Limits(0, 0, 0, 0);

  private final QueryPlan plan;
  private final long given;
  private final byte @Nullable [] place;

  private PageToken(QueryPlan plan, long given, byte @Nullable [] place) {
    this.plan = plan;
    this.given = given;
    this.place = place;
  }

  /** The token before the first page. */
  public static PageToken start(QueryPlan plan) {
    return new PageToken(plan, 0, null);
  }

  /**
   * The token after another page.
   *
   * @param last the last row of the page
   * @param count the number of rows of the page
   * @param rowsOfPartition how many rows of the partition of {@code last} were returned by all
   *     pages, if their number is limited; otherwise 0
   */
  public PageToken next(FoundRow last, int count, int rowsOfPartition) {
    return new PageToken(plan, given + count, plan.rowOrder().place(last, rowsOfPartition));
  }

  /** The number of rows that the query may still return, according to its LIMIT. */
  public long left() {
    Integer limit = plan.query().limit();
    return limit == null ? Long.MAX_VALUE : Math.max(0, limit - given);
  }

  /**
   * The position of the last returned row, after which the next page starts; null before the first
   * page.
   */
  public RowOrder.@Nullable Place place() {
    return place == null ? null : plan.rowOrder().read(place);
  }

  public String text() {
    byte[] held = place == null ? new byte[0] : place;
    byte[] bytes =
        ByteBuffer.allocate(HEAD_LENGTH + held.length)
            .put(VERSION)
            .put(query(plan))
            .put(fingerprint(plan.rowOrder().signature()))
            .putLong(given)
            .put(held)
            .array();
    byte[] whole =
        ByteBuffer.allocate(bytes.length + CHECKSUM_LENGTH)
            .put(bytes)
            .putInt(checksum(bytes))
            .array();
    return encoded(whole);
  }

  private static String encoded(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /**
   * Parses the text of a token.
   *
   * @param plan the plan of the query that reads the next page
   * @throws TableException if the text is not a token or is damaged, or if the token belongs to
   *     another query or order
   */
  public static PageToken read(String text, QueryPlan plan) {
    byte[] whole = decoded(text);
    if (whole.length < HEAD_LENGTH + CHECKSUM_LENGTH) {
      throw unreadable(text, "the token is too short");
    }
    byte[] bytes = Arrays.copyOf(whole, whole.length - CHECKSUM_LENGTH);
    if (ByteBuffer.wrap(whole).getInt(bytes.length) != checksum(bytes)) {
      throw unreadable(text, "the token was cut or altered");
    }
    ByteBuffer in = ByteBuffer.wrap(bytes);
    byte version = in.get();
    if (version != VERSION) {
      throw unreadable(
          text, "found version %d, expected %d".formatted(Byte.toUnsignedInt(version), VERSION));
    }
    if (!Arrays.equals(take(in), query(plan))) {
      throw new TableException(
          "cannot resume at page token %s: the token belongs to another query; repeat the query that returned it, or start without a token"
              .formatted(shown(text)));
    }
    if (!Arrays.equals(take(in), fingerprint(plan.rowOrder().signature()))) {
      throw new TableException(
          "cannot resume at page token %s: the rows of %s are now read by %s, in another order than before; start without a token (a token of an ORDER BY that ends with the primary key is valid for every key)"
              .formatted(
                  shown(text),
                  plan.table(),
                  plan.index().map(index -> "index " + index).orElse("the primary key")));
    }
    PageToken token =
        new PageToken(plan, in.getLong(), Arrays.copyOfRange(bytes, HEAD_LENGTH, bytes.length));
    try {
      token.place();
    } catch (KeyException e) {
      throw unreadable(text, "the token was altered");
    }
    if (token.given < 0) {
      throw unreadable(text, "the token was altered");
    }
    return token;
  }

  private static byte[] take(ByteBuffer in) {
    byte[] bytes = new byte[8];
    in.get(bytes);
    return bytes;
  }

  private static byte[] decoded(String text) {
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(text);
      if (encoded(bytes).equals(text)) {
        return bytes;
      }
    } catch (IllegalArgumentException e) {
      // Refused below.
    }
    throw unreadable(text, "the token has characters or a length that no page token has");
  }

  private static TableException unreadable(String text, String problem) {
    return new TableException(
        "cannot read page token %s: %s; pass the whole token that the previous page returned"
            .formatted(shown(text), problem));
  }

  private static String shown(String text) {
    return text.length() <= SHOWN ? "'" + text + "'" : "'" + text.substring(0, SHOWN) + "…'";
  }

  /** The hash of everything that decides which rows are returned and what is returned of them. */
  private static byte[] query(QueryPlan plan) {
    return fingerprint(plan.table() + " " + plan.query().withLimits(NO_LIMITS));
  }

  private static byte[] fingerprint(String text) {
    try {
      return Arrays.copyOf(MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8)), 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static int checksum(byte[] bytes) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, 0, bytes.length);
    return (int) checksum.getValue();
  }
}
