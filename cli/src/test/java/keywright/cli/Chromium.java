package keywright.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Headless Chromium with one page, driven over its DevTools protocol. Close it. Used by one thread.
 */
public final class Chromium implements AutoCloseable {
  private static final int WAIT_SECONDS = 60;
  private static final String LISTENING = "DevTools listening on ";

  private final Process process;
  private final WebSocket socket;
  private final Map<Integer, CompletableFuture<Map<String, Object>>> answers =
      new ConcurrentHashMap<>();
  private final BlockingQueue<Map<String, Object>> events = new LinkedBlockingQueue<>();
  private final List<Map<String, Object>> seen = new ArrayList<>();
  private int sent;
  private @Nullable String session;

  /** The program, if there is one: {@code CHROME_BIN}, else where Linux puts it. */
  static Optional<Path> program() {
    String named = System.getenv("CHROME_BIN");
    Stream<String> places =
        named != null
            ? Stream.of(named)
            : Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome");
    return places.map(Path::of).filter(Files::isExecutable).findFirst();
  }

  /**
   * Starts the program with a page of nothing.
   *
   * @param profile an empty directory
   */
  Chromium(Path program, Path profile) throws Exception {
    process =
        new ProcessBuilder(
                program.toString(),
                "--headless=new",
                "--no-sandbox", // Which root would be refused without.
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--disable-component-update",
                "--no-first-run",
                "--hide-scrollbars",
                "--force-color-profile=srgb",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .buildAsync(URI.create(address()), new Listener())
            .get(WAIT_SECONDS, TimeUnit.SECONDS);
    String target =
        (String) send("Target.createTarget", "\"url\": \"about:blank\"").get("targetId");
    session =
        (String)
            send("Target.attachToTarget", "\"flatten\": true, \"targetId\": \"" + target + "\"")
                .get("sessionId");
    for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
      send(domain + ".enable", "");
    }
  }

  /** Where it listens, which is the first thing that it says; what it says later is dropped. */
  private String address() throws IOException {
    BufferedReader said =
        new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8));
    List<String> lines = new ArrayList<>();
    for (String line = said.readLine(); line != null; line = said.readLine()) {
      if (line.startsWith(LISTENING)) {
        Thread drain = new Thread(() -> said.lines().forEach(dropped -> {}));
        drain.setDaemon(true);
        drain.start();
        return line.substring(LISTENING.length());
      }
      lines.add(line);
    }
    throw new AssertionError("Chromium ended and said " + lines);
  }

  /** Puts together what comes in pieces, and hands on answers and events. */
  private final class Listener implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence piece, boolean last) {
      text.append(piece);
      if (last) {
        Map<String, Object> message = object(parse(text.toString()));
        text.setLength(0);
        CompletableFuture<Map<String, Object>> answer =
            message.get("id") instanceof Integer id ? answers.remove(id) : null;
        if (answer != null) {
          answer.complete(message);
        } else {
          events.add(message);
        }
      }
      from.request(1);
      return null;
    }
  }

  /**
   * Sends a command and waits for its answer.
   *
   * @param parameters the members of a JSON object
   */
  Map<String, Object> send(String method, String parameters) throws Exception {
    int id = ++sent;
    CompletableFuture<Map<String, Object>> answer = new CompletableFuture<>();
    answers.put(id, answer);
    String of = session == null ? "" : ", \"sessionId\": \"" + session + "\"";
    String text =
        "{\"id\": %d, \"method\": \"%s\", \"params\": {%s}%s}"
            .formatted(id, method, parameters, of);
    socket.sendText(text, true).get(WAIT_SECONDS, TimeUnit.SECONDS);
    Map<String, Object> message = answer.get(WAIT_SECONDS, TimeUnit.SECONDS);
    if (message.containsKey("error")) {
      throw new AssertionError(method + " " + parameters + ": " + message.get("error"));
    }
    return object(message.get("result"));
  }

  /** Opens a page and waits until it exists. */
  void open(URI page) throws Exception {
    send("Page.navigate", "\"url\": " + quoted(page.toString()));
    Map<String, Object> event = Map.of();
    while (!"Page.loadEventFired".equals(event.get("method"))) {
      Map<String, Object> next = events.poll(WAIT_SECONDS, TimeUnit.SECONDS);
      if (next == null) {
        throw new AssertionError("the page has not come in " + WAIT_SECONDS + " s: " + seen);
      }
      event = next;
      seen.add(event);
    }
  }

  /** The value of a JavaScript expression; a promise is waited for. */
  @Nullable Object evaluate(String expression) throws Exception {
    Map<String, Object> answer =
        send(
            "Runtime.evaluate",
            "\"returnByValue\": true, \"awaitPromise\": true, \"expression\": "
                + quoted(expression));
    if (answer.containsKey("exceptionDetails")) {
      throw new AssertionError(expression + ": " + answer.get("exceptionDetails"));
    }
    return object(answer.get("result")).get("value");
  }

  /** Lays the page out again. */
  void resize(int width, int height) throws Exception {
    send(
        "Emulation.setDeviceMetricsOverride",
        "\"width\": %d, \"height\": %d, \"deviceScaleFactor\": 1, \"mobile\": false"
            .formatted(width, height));
  }

  /**
   * Shows the page as on another medium.
   *
   * @param scheme {@code light} or {@code dark}
   * @param medium {@code screen} or {@code print}
   */
  void emulate(String scheme, String medium) throws Exception {
    send(
        "Emulation.setEmulatedMedia",
        "\"media\": \"%s\", \"features\": [{\"name\": \"prefers-color-scheme\", \"value\": \"%s\"}]"
            .formatted(medium, scheme));
  }

  void mouse(String type, double x, double y) throws Exception {
    String button = type.equals("mouseMoved") ? "none" : "left";
    send(
        "Input.dispatchMouseEvent",
        "\"type\": \"%s\", \"x\": %s, \"y\": %s, \"button\": \"%s\", \"clickCount\": 1"
            .formatted(type, x, y, button));
  }

  void press(String key) throws Exception {
    for (String type : List.of("keyDown", "keyUp")) {
      send("Input.dispatchKeyEvent", "\"type\": \"" + type + "\", \"key\": \"" + key + "\"");
    }
  }

  /** What all events so far have under {@code method}. */
  List<Map<String, Object>> events(String method) {
    events.drainTo(seen);
    return seen.stream()
        .filter(event -> method.equals(event.get("method")))
        .map(event -> object(event.get("params")))
        .toList();
  }

  /** Leaves all events so far after. */
  void forget() {
    events.clear();
    seen.clear();
  }

  private static String quoted(String text) {
    return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
  }

  @SuppressWarnings("unchecked") // The names of an object in JSON are strings.
  public static Map<String, Object> object(@Nullable Object json) {
    return (Map<String, Object>) json;
  }

  /** JSON as maps, lists, strings, numbers, booleans and null. */
  public static Object parse(String json) {
    try (JsonParser parser = new JsonFactory().createParser(json)) {
      parser.nextToken();
      return value(parser);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static @Nullable Object value(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> {
        Map<String, Object> members = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          String name = parser.currentName();
          parser.nextToken();
          members.put(name, value(parser));
        }
        yield members;
      }
      case START_ARRAY -> {
        List<Object> elements = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          elements.add(value(parser));
        }
        yield elements;
      }
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getNumberValue();
      case VALUE_TRUE, VALUE_FALSE -> parser.getBooleanValue();
      case VALUE_NULL -> null;
      default -> parser.getText();
    };
  }

  /** Asks it to end, so that it leaves nothing, and ends it if it does not. */
  @Override
  public void close() {
    try {
      session = null;
      send("Browser.close", "");
      process.waitFor(WAIT_SECONDS, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError("Chromium does not close", e);
    } finally {
      socket.abort();
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().onExit().join();
    }
  }
}
