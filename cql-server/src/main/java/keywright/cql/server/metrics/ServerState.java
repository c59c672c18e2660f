package keywright.cql.server.metrics;

import java.util.List;
import keywright.store.EngineFigure;

/** The state of a server at the moment. Safe for many threads. */
public interface ServerState {
  /** How many connections are started. */
  int startedConnections();

  /** How many connections are not started yet. */
  int startingConnections();

  /** How many requests are not answered yet. */
  int unansweredRequests();

  /** The bytes of these requests. */
  long unansweredBytes();

  /** How many statements wait for a thread. */
  int waitingStatements();

  /** How many prepared statements are kept. */
  int preparedStatements();

  /** The numbers that the engine of the database knows. */
  List<EngineFigure> figures();
}
