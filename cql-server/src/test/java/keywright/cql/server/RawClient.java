package keywright.cql.server;

import com.datastax.oss.protocol.internal.Frame;
import com.datastax.oss.protocol.internal.Message;
import com.datastax.oss.protocol.internal.request.Startup;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.Arrays;
import keywright.cql.server.wire.ClientFrames;

/** A client that sends any bytes, in version 4 of the protocol. Used by one thread. */
final class RawClient implements AutoCloseable {
  private static final int HEADER_LENGTH = 9;
  private static final int TIMEOUT_MILLIS = 60_000;
  private static final int SMALL_BUFFER = 16 << 10;

  private final Socket socket;
  private final DataInputStream in;

  RawClient(InetSocketAddress address) throws IOException {
    this(address, new Socket());
  }

  private RawClient(InetSocketAddress address, Socket socket) throws IOException {
    this.socket = socket;
    socket.connect(address);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.setTcpNoDelay(true);
    in = new DataInputStream(socket.getInputStream());
  }

  /** A client that has sent STARTUP. */
  static RawClient started(InetSocketAddress address) throws IOException {
    RawClient client = new RawClient(address);
    client.ask(0, new Startup());
    return client;
  }

  /** A client that has sent STARTUP; its kernel keeps a few kilobytes of what it does not read. */
  static RawClient startedWithSmallBuffer(InetSocketAddress address) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(SMALL_BUFFER);
    RawClient client = new RawClient(address, socket);
    client.ask(0, new Startup());
    return client;
  }

  void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  void send(int stream, Message message) throws IOException {
    send(ClientFrames.encode(4, stream, message));
  }

  /** The answer to a message. */
  Message ask(int stream, Message message) throws IOException {
    send(stream, message);
    Frame frame = receive();
    if (frame == null || frame.streamId != stream) {
      throw new AssertionError("found " + frame + ", expected an answer on stream " + stream);
    }
    return frame.message;
  }

  /** The next frame; null if the server has closed the connection. */
  Frame receive() throws IOException {
    byte[] frame = new byte[HEADER_LENGTH];
    try {
      in.readFully(frame);
      int length =
          ((frame[5] & 0xFF) << 24)
              | ((frame[6] & 0xFF) << 16)
              | ((frame[7] & 0xFF) << 8)
              | (frame[8] & 0xFF);
      frame = Arrays.copyOf(frame, HEADER_LENGTH + length);
      in.readFully(frame, HEADER_LENGTH, length);
    } catch (EOFException | SocketException e) {
      return null;
    }
    return ClientFrames.decode(frame);
  }

  /** All bytes that come until the server closes the connection. */
  byte[] bytes() throws IOException {
    try {
      return in.readAllBytes();
    } catch (SocketException e) {
      return new byte[0];
    }
  }

  /** Says that nothing more will be sent. */
  void endOutput() throws IOException {
    socket.shutdownOutput();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
