package keywright.cql.client;

import com.datastax.oss.protocol.internal.Compressor;
import com.datastax.oss.protocol.internal.Frame;
import com.datastax.oss.protocol.internal.FrameCodec;
import com.datastax.oss.protocol.internal.Message;
import com.datastax.oss.protocol.internal.request.Options;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import keywright.cql.protocol.Facts;
import keywright.key.ErrorCode;
import keywright.store.stop.Cancellation;

/**
 * One connection to a server, in version 4 of the protocol. A request waits for its answer as long
 * as the server lives: after some seconds without bytes the connection sends OPTIONS, which a
 * server answers at once, also while it executes a statement. Used by one thread at a time.
 *
 * <p>The {@link IOException}s say in one line what was found.
 */
final class ServerConnection implements AutoCloseable {
  private static final int VERSION = 4;
  private static final int RESPONSE = 0x80;

  /** The first byte of an alert of TLS. */
  private static final byte TLS_ALERT = 21;

  private static final int HEADER_LENGTH = 9;
  private static final int STREAM_OFFSET = 2;
  private static final int LENGTH_OFFSET = 5;
  private static final int BODY_MAX = 1 << 30;

  private static final int CONNECT_MILLIS = 5_000;

  /** So long without a byte, twice, means that the server does not live. */
  private static final int READ_TIMEOUT_MILLIS = 10_000;

  /** How long a request that can be cancelled waits for bytes before it looks whether it is. */
  private static final int LOOK_MILLIS = 50;

  /** A server ends a statement at its time limit by itself; so much later it is told to. */
  private static final int LATE_MILLIS = 1_000;

  /** So long a server may take to answer a request that was cancelled. */
  private static final int CANCEL_MILLIS = 5_000;

  /** A request is written in parts of this many bytes, each with a time limit. */
  private static final int PART_LENGTH = 1 << 16;

  private static final ScheduledThreadPoolExecutor TIMER = timer();

  private static final int STREAM = 0;
  private static final int PROBE_STREAM = 1;

  private static final FrameCodec<ByteBuffer> CODEC =
      FrameCodec.defaultClient(new ByteBufferCodec(), Compressor.none());

  /** The socket, below TLS. */
  private final Socket network;

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;

  /** Whether a probe was sent, and no byte has come since. */
  private boolean isProbed;

  private boolean hasAnswered;

  /** How long no byte has come. */
  private int silentMillis;

  /** The bytes of the longest request that the server accepts. */
  private long requestMax = Long.MAX_VALUE;

  /** Ends the current request. */
  private Cancellation cancellation = Cancellation.NONE;

  /** When the cancellation was first seen to be over, by {@link System#nanoTime}; 0 before. */
  private long overSince;

  private boolean isCancelSent;

  private ServerConnection(Socket network, Socket socket) throws IOException {
    this.network = network;
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
    this.out = socket.getOutputStream();
  }

  /** Connects; nothing is sent yet. */
  static ServerConnection open(ServerAddress address) throws IOException {
    InetSocketAddress resolved = new InetSocketAddress(address.host(), address.port());
    if (resolved.isUnresolved()) {
      throw new IOException("found no address of the host " + address.host());
    }
    Socket socket = new Socket();
    try {
      socket.setTcpNoDelay(true);
      socket.setKeepAlive(true);
      socket.connect(resolved, CONNECT_MILLIS);
      socket.setSoTimeout(READ_TIMEOUT_MILLIS);
      return new ServerConnection(socket, address.tls() ? ServerTls.over(socket, address) : socket);
    } catch (SocketTimeoutException e) {
      close(socket);
      throw new IOException("found no answer within %d s".formatted(CONNECT_MILLIS / 1_000), e);
    } catch (ConnectException e) {
      close(socket);
      throw new IOException("found no server at this address", e);
    } catch (IOException e) {
      close(socket);
      throw address.tls()
          ? e
          : new IOException("found an error of the network: " + e.getMessage(), e);
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It is not used any more.
    }
  }

  /** Whether the server is on this machine, at an address that no other machine reaches. */
  boolean isOnLoopback() {
    return network.getInetAddress().isLoopbackAddress();
  }

  /** Sets the bytes of the longest request that the server accepts. */
  void requestMax(long bytes) {
    requestMax = bytes;
  }

  /** Sends a request and waits for its answer. */
  Frame ask(Message message, Map<String, ByteBuffer> payload) throws IOException {
    return ask(message, payload, Cancellation.NONE);
  }

  /**
   * Sends a request and waits for its answer.
   *
   * @param ending ends the request: the server is told to end its statement. If the server does not
   *     answer then, the call ends with an exception
   */
  Frame ask(Message message, Map<String, ByteBuffer> payload, Cancellation ending)
      throws IOException {
    if (ending.isNone() != cancellation.isNone()) {
      socket.setSoTimeout(ending.isNone() ? READ_TIMEOUT_MILLIS : LOOK_MILLIS);
    }
    cancellation = ending;
    overSince = 0;
    isCancelSent = false;
    send(STREAM, message, payload);
    Frame answer = receive();
    while (answer.streamId != STREAM) {
      answer = receive(); // An answer to a probe.
    }
    return answer;
  }

  private void send(int stream, Message message, Map<String, ByteBuffer> payload)
      throws IOException {
    ByteBuffer frame = CODEC.encode(Frame.forRequest(VERSION, stream, false, payload, message));
    byte[] bytes = new byte[frame.flip().remaining()];
    if (bytes.length - HEADER_LENGTH > requestMax) {
      // Nothing is sent, so the connection can be used further.
      throw new ClientException(
          ErrorCode.LIMIT_EXCEEDED,
          "cannot send the request: it has %,d bytes, and the server accepts at most %,d; send fewer rows or shorter values at a time, or start the server with a larger --max-frame"
              .formatted(bytes.length - HEADER_LENGTH, requestMax),
          null);
    }
    frame.get(bytes);
    for (int start = 0; start < bytes.length; start += PART_LENGTH) {
      write(bytes, start, Math.min(PART_LENGTH, bytes.length - start));
    }
  }

  /** A write has no timeout of its own, but it ends when the socket is closed. */
  private void write(byte[] bytes, int start, int length) throws IOException {
    AtomicBoolean isLate = new AtomicBoolean();
    Future<?> limit =
        TIMER.schedule(
            () -> {
              isLate.set(true);
              close(network);
            },
            2L * READ_TIMEOUT_MILLIS,
            TimeUnit.MILLISECONDS);
    try {
      out.write(bytes, start, length);
    } catch (IOException e) {
      throw isLate.get()
          ? new IOException(
              "found a server that has read nothing for %d s"
                  .formatted(2 * READ_TIMEOUT_MILLIS / 1_000),
              e)
          : broken(e);
    } finally {
      boolean unused = limit.cancel(false);
    }
  }

  private static ScheduledThreadPoolExecutor timer() {
    ScheduledThreadPoolExecutor timer =
        new ScheduledThreadPoolExecutor(
            1,
            action -> {
              Thread thread = new Thread(action, "keywright-client-timer");
              thread.setDaemon(true);
              return thread;
            });
    timer.setRemoveOnCancelPolicy(true);
    timer.setKeepAliveTime(READ_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
    timer.allowCoreThreadTimeOut(true);
    return timer;
  }

  private Frame receive() throws IOException {
    byte[] header = new byte[HEADER_LENGTH];
    read(header, 0, 1);
    if (header[0] == TLS_ALERT) {
      throw new IOException("found a server that expects TLS, which tls=true in the URL asks for");
    }
    if (header[0] != (byte) (VERSION | RESPONSE)) {
      throw new IOException("found an answer that is not of the CQL native protocol");
    }
    read(header, 1, HEADER_LENGTH - 1);
    int length = ByteBuffer.wrap(header).getInt(LENGTH_OFFSET);
    if (length < 0 || length > BODY_MAX) {
      throw new IOException("found an answer that is not of the CQL native protocol");
    }
    byte[] frame = new byte[HEADER_LENGTH + length];
    System.arraycopy(header, 0, frame, 0, HEADER_LENGTH);
    read(frame, HEADER_LENGTH, length);
    try {
      return CODEC.decode(ByteBuffer.wrap(frame));
    } catch (IllegalArgumentException | BufferUnderflowException e) {
      throw new IOException(
          "found an answer on stream %d that cannot be decoded"
              .formatted(ByteBuffer.wrap(header).getShort(STREAM_OFFSET)),
          e);
    }
  }

  private void read(byte[] target, int start, int length) throws IOException {
    int done = 0;
    while (done < length) {
      try {
        int count = in.read(target, start + done, length - done);
        if (count < 0) {
          throw new IOException(
              hasAnswered
                  ? "found the connection closed by the server"
                  : "found the connection closed by the server before it sent anything; a server with TLS does so, and needs tls=true in the URL");
        }
        isProbed = false;
        hasAnswered = true;
        silentMillis = 0;
        done += count;
      } catch (SocketTimeoutException e) {
        silentMillis += socket.getSoTimeout();
        cancelIfOver();
        if (silentMillis < READ_TIMEOUT_MILLIS) {
          continue;
        }
        silentMillis = 0;
        if (isProbed) {
          throw new IOException(
              "found no answer within %d s, not even to a request that needs no work"
                  .formatted(2 * READ_TIMEOUT_MILLIS / 1_000),
              e);
        }
        isProbed = true;
        send(PROBE_STREAM, Options.INSTANCE, Frame.NO_PAYLOAD);
      } catch (java.net.SocketException e) {
        throw broken(e);
      }
    }
  }

  /** Tells the server to end the statement of the request, if it must end. */
  private void cancelIfOver() throws IOException {
    if (!cancellation.isOver()) {
      return;
    }
    long now = System.nanoTime();
    if (overSince == 0) {
      overSince = now;
    }
    long millis = TimeUnit.NANOSECONDS.toMillis(now - overSince);
    if (!isCancelSent && (cancellation.isCancelled() || millis >= LATE_MILLIS)) {
      isCancelSent = true;
      send(PROBE_STREAM, Options.INSTANCE, new Facts().withCancel(STREAM).payload());
    } else if (millis >= LATE_MILLIS + CANCEL_MILLIS) {
      throw new IOException(
          "found no answer within %d s after the statement was to end"
              .formatted((LATE_MILLIS + CANCEL_MILLIS) / 1_000));
    }
  }

  private static IOException broken(IOException e) {
    return new IOException("found the connection broken (" + e.getMessage() + ")", e);
  }

  @Override
  public void close() {
    close(socket);
  }
}
