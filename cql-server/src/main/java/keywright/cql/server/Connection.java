package keywright.cql.server;

import com.datastax.oss.protocol.internal.Frame;
import com.datastax.oss.protocol.internal.Message;
import com.datastax.oss.protocol.internal.ProtocolConstants;
import com.datastax.oss.protocol.internal.request.AuthResponse;
import com.datastax.oss.protocol.internal.request.Options;
import com.datastax.oss.protocol.internal.request.Register;
import com.datastax.oss.protocol.internal.request.Startup;
import com.datastax.oss.protocol.internal.response.AuthSuccess;
import com.datastax.oss.protocol.internal.response.Authenticate;
import com.datastax.oss.protocol.internal.response.Error;
import com.datastax.oss.protocol.internal.response.Event;
import com.datastax.oss.protocol.internal.response.Ready;
import com.datastax.oss.protocol.internal.response.Supported;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.util.concurrent.Future;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import keywright.cql.protocol.Facts;
import keywright.cql.server.metrics.Measures;
import keywright.cql.server.metrics.Measures.Refusal;
import keywright.cql.server.metrics.StatementKind;
import keywright.cql.server.wire.Inbound;
import keywright.cql.server.wire.Incoming;
import keywright.cql.server.wire.Versions;
import keywright.cql.server.wire.Wire;
import keywright.store.stop.Cancellation;
import org.jspecify.annotations.Nullable;

/**
 * One connection of a client. Messages arrive on the thread of the connection; statements run on
 * threads of the pool, and their answers may overtake each other.
 */
final class Connection extends SimpleChannelInboundHandler<Inbound> implements Client {
  private static final System.Logger LOG = System.getLogger("keywright.cql.server");

  private static final int EVENT_STREAM = -1;

  /** Drivers send a name and a password by SASL PLAIN if they see this name. */
  private static final String AUTHENTICATOR = "org.apache.cassandra.auth.PasswordAuthenticator";

  private static final String SERVER_LIMIT = "the time limit of the server (--statement-timeout)";

  private static final int LOGIN_FAILED_MILLIS = 1_000;

  /** Answers that a client does not read may take this many bytes. */
  private static final long UNREAD_MAX = 32 << 20;

  private static final Set<String> EVENTS =
      Set.of(
          ProtocolConstants.EventType.TOPOLOGY_CHANGE,
          ProtocolConstants.EventType.STATUS_CHANGE,
          ProtocolConstants.EventType.SCHEMA_CHANGE);

  private final CqlServer server;
  private final Wire wire;
  private final Statements statements;
  private final Channel channel;

  private final AtomicInteger unanswered = new AtomicInteger();
  private final AtomicLong unreadBytes = new AtomicLong();

  /** How far the client has come. */
  private enum Step {
    /** It has not sent STARTUP. */
    NEW,
    /** It was asked for a name and a password. */
    ASKED,
    /** Its name and password are checked, or were wrong. */
    CHECKED,
    /** It can send statements. */
    STARTED
  }

  private final Incoming incoming;

  /** Ends the statements of the connection when the client is gone. */
  private final Cancellation gone = Cancellation.begin();

  /** Ends each statement, by the stream of its request. */
  private final Map<Integer, Cancellation> running = new ConcurrentHashMap<>();

  private final long since = System.nanoTime();
  private volatile Step step = Step.NEW;
  private volatile @Nullable String user;

  /** 0 until STARTUP. */
  private volatile int version;

  private volatile String keyspace = "";
  private volatile boolean wantsFacts;
  private volatile Set<String> events = Set.of();

  Connection(CqlServer server, Wire wire, Statements statements, Channel channel) {
    super(Inbound.class);
    this.server = server;
    this.wire = wire;
    this.statements = statements;
    this.channel = channel;
    this.incoming = wire.begin(channel.pipeline());
  }

  @Override
  public int version() {
    return version;
  }

  @Override
  public @Nullable String user() {
    return user;
  }

  @Override
  public String keyspace() {
    return keyspace;
  }

  @Override
  public boolean wantsFacts() {
    return wantsFacts;
  }

  @Override
  public void use(String newKeyspace) {
    keyspace = newKeyspace;
  }

  /** Whether the client is not started, and must say something next. */
  boolean awaitsClient() {
    return step == Step.NEW || step == Step.ASKED;
  }

  /**
   * Whether the client lets the server wait for longer than it may.
   *
   * @param now by {@link System#nanoTime}
   * @param startNanos how long the start may take
   * @param frameNanos how long one frame may take
   */
  boolean isLate(long now, long startNanos, long frameNanos) {
    return (awaitsClient() && now - since > startNanos) || incoming.isLate(now, frameNanos);
  }

  /** Closes the connection if it is started, and its user may not stay. */
  void closeUnless(Predicate<@Nullable String> mayStay) {
    if (step == Step.STARTED && !mayStay.test(user)) {
      close();
    }
  }

  /** Whether every request was answered. */
  boolean isIdle() {
    return unanswered.get() == 0;
  }

  /** How many requests are not answered yet. */
  int unansweredCount() {
    return unanswered.get();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    gone.cancel();
    server.closed(this);
  }

  /** A client that does not read its answers is not read either. */
  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    channel.config().setAutoRead(channel.isWritable());
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    LOG.log(System.Logger.Level.DEBUG, "a connection is closed after an error", cause);
    ChannelFuture unused = context.close();
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, Inbound inbound) {
    if (inbound instanceof Inbound.Refused refused) {
      server.measures().refused(Refusal.FRAME);
      Error error = new Error(ProtocolConstants.ErrorCode.PROTOCOL_ERROR, refused.problem());
      send(refused.version(), refused.stream(), error, refused.isFatal());
    } else if (inbound instanceof Inbound.Request request) {
      take(request.frame());
    }
  }

  private void take(Frame frame) {
    Message message = frame.message;
    if (version != 0 && frame.protocolVersion != version) {
      refuse(
          frame,
          "found a frame of version %d, expected version %d, with which the connection was started"
              .formatted(frame.protocolVersion, version));
    } else if (message instanceof Options) {
      cancel(frame);
      send(
          frame.protocolVersion,
          frame.streamId,
          new Supported(
              Map.of(
                  "CQL_VERSION",
                  List.of("3.4.5"),
                  "COMPRESSION",
                  Wire.COMPRESSIONS,
                  "PROTOCOL_VERSIONS",
                  Versions.NAMES,
                  Facts.OPTION,
                  statements.features())),
          false);
    } else if (message instanceof Startup startup) {
      start(frame, startup);
    } else if (step == Step.NEW) {
      refuse(frame, "found another message, expected STARTUP or OPTIONS first");
    } else if (message instanceof AuthResponse response) {
      logIn(frame, response);
    } else if (step != Step.STARTED) {
      refuse(frame, "found another message, expected AUTH_RESPONSE first");
    } else if (message instanceof Register register) {
      register(frame, register);
    } else {
      submit(frame);
    }
  }

  /** Ends the statement that a client of Keywright no longer wants. */
  private void cancel(Frame frame) {
    Facts.of(frame.customPayload).cancelled().map(running::get).ifPresent(Cancellation::cancel);
  }

  /** The cancellation of a statement, whose time begins now. */
  private Cancellation begin(Facts facts) {
    Cancellation ofServer =
        server
            .options()
            .statementTimeout()
            .map(limit -> gone.within(limit, limit, SERVER_LIMIT))
            .orElseGet(gone::inner);
    return facts
        .timeout()
        .map(left -> ofServer.within(left, facts.wholeTimeout(left), "the time limit"))
        .orElse(ofServer);
  }

  private void start(Frame frame, Startup startup) {
    String compression =
        startup.options.getOrDefault(Startup.COMPRESSION_KEY, "").toLowerCase(Locale.ROOT);
    if (version != 0) {
      refuse(frame, "found STARTUP a second time");
    } else if (!Wire.isKnown(compression, frame.protocolVersion)) {
      refuse(
          frame,
          "found compression %s, expected %s"
              .formatted(compression, Wire.shownCompressions(frame.protocolVersion)));
    } else if (!server.users().areRequired() && !server.start(this)) {
      refuseExcess(frame);
    } else {
      wantsFacts = Facts.VERSION.equals(startup.options.get(Facts.OPTION));
      version = frame.protocolVersion;
      if (server.users().areRequired()) {
        step = Step.ASKED;
        send(version, frame.streamId, new Authenticate(AUTHENTICATOR), false);
      } else {
        started();
        send(version, frame.streamId, new Ready(), false);
      }
      wire.agree(channel.pipeline(), incoming, version, compression);
    }
  }

  private void started() {
    step = Step.STARTED;
    incoming.started();
  }

  private void refuseExcess(Frame frame) {
    server.measures().refused(Refusal.CONNECTION);
    send(
        frame.protocolVersion,
        frame.streamId,
        Failures.overloaded(
            "found %,d connections already, which is the limit"
                .formatted(server.options().connectionsMax())),
        true);
  }

  private void logIn(Frame frame, AuthResponse response) {
    if (step != Step.ASKED) {
      refuse(frame, "found AUTH_RESPONSE, expected none; the server has asked for none");
      return;
    }
    step = Step.CHECKED;
    try {
      server.logins().execute(() -> check(frame, response));
    } catch (RejectedExecutionException e) {
      send(
          version,
          frame.streamId,
          Failures.overloaded("found too many logins at the same time"),
          true);
    }
  }

  private void check(Frame frame, AuthResponse response) {
    @Nullable String name = server.users().logIn(response.token);
    try {
      channel.eventLoop().execute(() -> loggedIn(frame, name));
    } catch (RejectedExecutionException e) {
      LOG.log(System.Logger.Level.DEBUG, "a login ends because the server has stopped", e);
    }
  }

  /** A wrong password costs time and the connection, so that guessing is slow. */
  private void loggedIn(Frame frame, @Nullable String name) {
    if (name == null) {
      server.measures().refused(Refusal.LOGIN);
      LOG.log(System.Logger.Level.INFO, "a login failed from {0}", channel.remoteAddress());
      Error error =
          new Error(
              ProtocolConstants.ErrorCode.AUTH_ERROR,
              "cannot log in: found a wrong name or password, expected those of a user of the database");
      Future<?> unused =
          channel
              .eventLoop()
              .schedule(
                  () -> send(version, frame.streamId, error, true),
                  LOGIN_FAILED_MILLIS,
                  TimeUnit.MILLISECONDS);
    } else if (!server.start(this)) {
      refuseExcess(frame);
    } else {
      user = name;
      started();
      send(version, frame.streamId, success(), false);
    }
  }

  @SuppressWarnings("NullAway") // The library takes null for no token.
  private static Message success() {
    return new AuthSuccess(null);
  }

  private void register(Frame frame, Register register) {
    for (String event : register.eventTypes) {
      if (!EVENTS.contains(event)) {
        refuse(frame, "found the event type \"%s\", expected one of %s".formatted(event, EVENTS));
        return;
      }
    }
    events = Set.copyOf(register.eventTypes);
    send(version, frame.streamId, new Ready(), false);
  }

  private void refuse(Frame frame, String problem) {
    server.measures().refused(Refusal.FRAME);
    send(
        frame.protocolVersion,
        frame.streamId,
        new Error(ProtocolConstants.ErrorCode.PROTOCOL_ERROR, problem),
        false);
  }

  private void submit(Frame frame) {
    Facts facts = Facts.of(frame.customPayload);
    Cancellation cancellation = begin(facts);
    @Nullable String problem = server.begin(frame.size);
    if (problem == null && unanswered.get() >= server.options().requestsMax()) {
      server.end(frame.size);
      problem =
          "found more than %,d unanswered requests on the connection"
              .formatted(server.options().requestsMax());
    } else if (problem == null && unreadBytes.get() > UNREAD_MAX) {
      server.end(frame.size);
      problem = unread();
    }
    if (problem != null) {
      server.measures().refused(Refusal.REQUEST);
      send(version, frame.streamId, Failures.overloaded(problem), false);
      return;
    }
    unanswered.incrementAndGet();
    long arrived = server.measures().isOn() ? System.nanoTime() : 0;
    running.put(frame.streamId, cancellation);
    try {
      server
          .threads(Statements.characters(frame.message))
          .execute(() -> run(frame, facts, cancellation, arrived));
    } catch (RejectedExecutionException e) {
      running.remove(frame.streamId, cancellation);
      answered(frame, arrived, Answer.refused("found too many requests at the same time"));
    }
  }

  private String unread() {
    return "found answers of %,d bytes that were not read".formatted(unreadBytes.get());
  }

  private void run(Frame frame, Facts facts, Cancellation cancellation, long arrived) {
    Answer answer;
    try {
      cancellation.check("begin the statement");
      answer =
          unreadBytes.get() > UNREAD_MAX
              ? Answer.refused(unread())
              : statements.answer(this, frame.message, facts, cancellation);
    } catch (RuntimeException e) {
      answer = statements.failure(this, e);
    } catch (OutOfMemoryError | StackOverflowError e) {
      answer =
          Answer.of(
              new Error(
                  ProtocolConstants.ErrorCode.SERVER_ERROR,
                  "cannot run the statement: found no memory left for it"));
    } catch (LinkageError | AssertionError e) {
      // An answer for each request: a client would wait for it.
      LOG.log(System.Logger.Level.ERROR, "a statement failed", e);
      answer =
          Answer.of(
              new Error(
                  ProtocolConstants.ErrorCode.SERVER_ERROR,
                  "cannot run the statement: found a defect of the server or its class path; see its log"));
    }
    running.remove(frame.streamId, cancellation);
    answered(frame, arrived, answer);
  }

  private void measure(Answer answer, long arrived) {
    Measures measures = server.measures();
    if (measures.isOn()) {
      StatementKind kind = answer.kind();
      if (kind == null) {
        measures.refused(Refusal.REQUEST);
      } else {
        measures.answered(kind, answer.outcome(), System.nanoTime() - arrived, answer.rows());
      }
    }
  }

  private void answered(Frame frame, long arrived, Answer answer) {
    measure(answer, arrived);
    unreadBytes.addAndGet(answer.size());
    List<String> warnings =
        frame.tracing
            ? List.of("the server traces no requests; the request ran without")
            : List.of();
    channel
        .writeAndFlush(
            Frame.forResponse(
                version, frame.streamId, null, answer.payload(), warnings, answer.message()))
        .addListener(
            sent -> {
              unreadBytes.addAndGet(-answer.size());
              unanswered.decrementAndGet();
              server.end(frame.size);
              closeIfFailed(sent);
            });
  }

  /** An answer that cannot be sent would leave its client waiting. */
  private void closeIfFailed(Future<?> sent) {
    if (!sent.isSuccess() && channel.isActive()) {
      LOG.log(System.Logger.Level.DEBUG, "an answer was not sent", sent.cause());
      ChannelFuture unused = channel.close();
    }
  }

  private void send(int inVersion, int stream, Message message, boolean isLast) {
    ChannelFuture sent =
        channel.writeAndFlush(
            Frame.forResponse(inVersion, stream, null, Map.of(), List.of(), message));
    if (isLast) {
      sent.addListener(ChannelFutureListener.CLOSE);
    } else {
      sent.addListener(this::closeIfFailed);
    }
  }

  /** Sends an event if the client has registered for its type. */
  void tell(Message message) {
    if (message instanceof Event event && events.contains(event.type)) {
      send(version, EVENT_STREAM, message, false);
    }
  }

  /** Closes the connection. */
  void close() {
    ChannelFuture unused = channel.close();
  }
}
