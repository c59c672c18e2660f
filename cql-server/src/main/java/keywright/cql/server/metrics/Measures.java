package keywright.cql.server.metrics;

import keywright.table.model.DatabaseEvents;

/** What a server tells of its work. Safe for many threads. */
public interface Measures extends AutoCloseable {
  /** Measures nothing. */
  Measures NONE =
      new Measures() {
        @Override
        public boolean isOn() {
          return false;
        }

        @Override
        public DatabaseEvents events() {
          return DatabaseEvents.NONE;
        }

        @Override
        public boolean isLeaseLost() {
          return false;
        }

        @Override
        public void observe(ServerState state) {}

        @Override
        public void answered(StatementKind kind, Outcome outcome, long nanos, int rows) {}

        @Override
        public void transferred(long receivedBytes, long sentBytes) {}

        @Override
        public void refused(Refusal refusal) {}

        @Override
        public void close() {}
      };

  /** Something that the server refuses before a statement runs. */
  enum Refusal {
    /** A connection, because there are too many. */
    CONNECTION,
    /** A login with a wrong name or password. */
    LOGIN,
    /** A frame that cannot be read, or does not fit the state of the connection. */
    FRAME,
    /** A request, because the server has too much to do or is stopping. */
    REQUEST
  }

  /** Whether anything is measured. Otherwise callers can save the work of finding out. */
  boolean isOn();

  /**
   * The listener for the events of the database. A database that is opened with another listener is
   * served without metrics of its own.
   */
  DatabaseEvents events();

  /** Whether the lease of the database has ended and was not renewed yet, by its events. */
  boolean isLeaseLost();

  /** Measures the state of a server from now on. */
  void observe(ServerState state);

  /**
   * A statement was answered.
   *
   * @param nanos since its request had arrived
   * @param rows how many rows of the database its answer has
   */
  void answered(StatementKind kind, Outcome outcome, long nanos, int rows);

  /** Bytes have arrived from clients, or were sent to them, as they are in the network. */
  void transferred(long receivedBytes, long sentBytes);

  /** Something was refused. */
  void refused(Refusal refusal);

  /** Ends what measures by itself. */
  @Override
  void close();
}
