// What a program with the driver of Cassandra for Node.js does. The steps are those of DriverSteps.java.
//
// Arguments: the port of the server, a keyspace of its own, and the file driver-steps.txt.
const fs = require('fs');
const cassandra = require('cassandra-driver');

const { types } = cassandra;
const port = process.argv[2];
const own = process.argv[3];
const stepsFile = process.argv[4];

const TYPES = [
  ['n', 'int', -70000],
  ['small', 'smallint', -300],
  ['tiny', 'tinyint', 7],
  ['big', 'varint', types.Integer.fromString('1' + '0'.repeat(30))],
  ['note', 'text', "gr\u00fcn, '1'"],
  ['price', 'decimal', types.BigDecimal.fromString('12.34')],
  ['level', 'double', -2.25],
  ['ratio', 'float', 0.5],
  ['id', 'uuid', types.Uuid.fromString('123e4567-e89b-42d3-a456-426614174000')],
  ['made', 'timeuuid', types.TimeUuid.fromString('50554d6e-29bb-11e5-b345-feff819cdc9f')],
  ['host', 'inet', types.InetAddress.fromString('10.0.0.1')],
  ['born', 'date', types.LocalDate.fromString('1969-12-31')],
  ['at_time', 'time', types.LocalTime.fromString('10:30:00.5')],
  ['seen', 'timestamp', new Date('2024-02-29T10:30:00.123Z')],
  ['good', 'boolean', true],
  ['body', 'blob', Buffer.from([0, 255])],
  ['parts', 'list<int>', [3, 1, 2]],
];

function text(value) {
  if (value === null || value === undefined) {
    return 'null';
  }
  if (Buffer.isBuffer(value)) {
    return '0x' + value.toString('hex');
  }
  if (value instanceof Date) {
    return String(value.getTime());
  }
  if (value instanceof types.LocalTime) {
    return value.getTotalNanoseconds().toString();
  }
  if (Array.isArray(value)) {
    return '[' + value.map(text).join(', ') + ']';
  }
  return value.toString();
}

function line(row) {
  return row.keys().map((name) => name + '=' + text(row[name])).join(', ');
}

function show(label, value) {
  console.log(label + ': ' + value);
}

function showLines(label, rows) {
  show(label, rows.length + (rows.length === 1 ? ' row' : ' rows'));
  rows.forEach((row) => console.log('  ' + row));
}

function kind(error) {
  switch (error.code) {
    case types.responseErrorCodes.syntaxError:
      return 'SyntaxError';
    case types.responseErrorCodes.alreadyExists:
      return 'AlreadyExists';
    case types.responseErrorCodes.invalid:
      return 'Invalid';
    case types.responseErrorCodes.configError:
      return 'ConfigError';
    default:
      return error.name + ': ' + error.message;
  }
}

function client(keyspace) {
  return new cassandra.Client({
    contactPoints: ['127.0.0.1:' + port],
    localDataCenter: 'datacenter1',
    keyspace,
    socketOptions: { connectTimeout: 60000, readTimeout: 60000 },
  });
}

async function main() {
  let session = client();
  const other = client();
  await session.connect();
  await other.connect();

  const run = (statement, values) => session.execute(statement, values, { prepare: values !== undefined });

  async function takeStep(label, statement, values) {
    try {
      const result = await run(statement, values);
      if (!result.columns) {
        show(label, 'done');
        return;
      }
      const lines = result.rows.map(line);
      showLines(label, label.endsWith(', sorted') ? lines.sort() : lines);
    } catch (error) {
      show(label, kind(error));
    }
  }

  async function awaitThat(label, condition) {
    const end = Date.now() + 60000;
    while (!(await condition())) {
      if (Date.now() > end) {
        show(label, 'not told');
        return;
      }
      await new Promise((resolve) => { setTimeout(resolve, 5); });
    }
    show(label, 'told');
  }

  // Definitions, and the schema as the driver shows it
  await run('CREATE KEYSPACE IF NOT EXISTS ' + own
    + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
  await session.shutdown();
  session = client(own);
  await session.connect();
  await run('CREATE TABLE reading (station text, day int, at bigint, '
    + TYPES.map(([name, type]) => name + ' ' + type).join(', ')
    + ', PRIMARY KEY ((station, day), at)) WITH CLUSTERING ORDER BY (at DESC)');
  await run('CREATE TABLE IF NOT EXISTS reading (station text PRIMARY KEY)');
  await run('CREATE TABLE grid (p int, x int, y int, v int, PRIMARY KEY (p, x, y))');
  await run('CREATE INDEX grid_v ON grid (v)');
  await run('CREATE TABLE "Mixed" ("Key" int PRIMARY KEY, "select" text)');
  const keyspaces = ['system', 'system_schema', own].filter((name) => name in session.metadata.keyspaces);
  show('keyspaces', keyspaces.join(', ').replace(own, 'own'));
  const tables = await run('SELECT table_name FROM system_schema.tables WHERE keyspace_name = ?', [own]);
  show('tables', tables.rows.map((row) => row.table_name).sort().join(', '));
  for (const name of ['reading', 'grid', 'Mixed']) {
    const table = await session.metadata.getTable(own, name);
    show('partition key of ' + name, table.partitionKeys.map((column) => column.name).join(', '));
    show('clustering of ' + name, table.clusteringKeys
      .map((column, i) => column.name + ' ' + table.clusteringOrder[i]).join(', '));
    show('columns of ' + name, table.columns
      .map((column) => column.name + ' ' + types.getDataTypeNameByCode(column.type).replace('varchar', 'text'))
      .sort().join(', '));
    show('indexes of ' + name, table.indexes.map((index) => index.name + ' on ' + index.target).join(', '));
  }

  // Values of every type: as literals, positional, by name and without preparing
  const columns = TYPES.map(([name]) => name).join(', ');
  const values = TYPES.map((type) => type[2]);
  await run('INSERT INTO reading (station, day, at, ' + columns + ") VALUES ('a', 1, 1, -70000, -300, 7, "
    + "1000000000000000000000000000000, 'gr\u00fcn, ''1''', 12.34, -2.25, 0.5, "
    + "123e4567-e89b-42d3-a456-426614174000, 50554d6e-29bb-11e5-b345-feff819cdc9f, '10.0.0.1', '1969-12-31', "
    + "'10:30:00.5', '2024-02-29T10:30:00.123Z', true, 0x00ff, [3, 1, 2])");
  const insert = 'INSERT INTO reading (station, day, at, ' + columns + ') VALUES (?, ?, ?'
    + ', ?'.repeat(TYPES.length) + ')';
  await run(insert, ['a', 1, 2, ...values]);
  const named = { station: 'a', day: 1, at: 3 };
  TYPES.forEach(([name, , value]) => { named[name] = value; });
  await run('INSERT INTO reading (station, day, at, ' + columns + ') VALUES (:station, :day, :at, :'
    + TYPES.map(([name]) => name).join(', :') + ')', named);
  await run(insert, ['a', 1, 4, ...values.map(() => null)]);
  await session.execute(insert, ['a', 1, 5, ...values],
    { hints: ['text', 'int', 'bigint', ...TYPES.map((type) => type[1])] });
  const result = await run("SELECT * FROM reading WHERE station = 'a' AND day = 1 AND at = 1");
  show('columns of *', result.columns.map((column) => column.name).join(', '));
  const select = 'SELECT at, ' + columns + ' FROM reading WHERE station = ? AND day = ?';
  await takeStep('values', select, ['a', 1]);
  await takeStep('no rows', select, ['a', 2]);

  // Not set is not null
  const update = 'INSERT INTO reading (station, day, at, n, note) VALUES (?, ?, ?, ?, ?)';
  await run(update, ['a', 2, 1, 1, 'kept']);
  await run(update, ['a', 2, 1, null, types.unset]);
  await takeStep('not set', "SELECT at, n, note FROM reading WHERE station = 'a' AND day = 2");
  await takeStep('a null in the key', insert, ['a', null, 1, ...values]);

  // Pages, and a page in another session
  const few = 'INSERT INTO reading (station, day, at, n) VALUES (?, ?, ?, ?)';
  await session.batch(
    Array.from({ length: 25 }, (unused, i) => ({ query: few, params: ['b', 1, i, i * i] })),
    { prepare: true, logged: false },
  );

  async function pages(label, statement, fetchSize, isOrdered = true) {
    let page = await session.execute(statement, [], { fetchSize });
    const state = page.pageState;
    const sizes = [];
    const ids = [];
    for (;;) {
      sizes.push(page.rowLength);
      page.rows.forEach((row) => ids.push(row.at));
      if (!page.pageState) {
        break;
      }
      page = await session.execute(statement, [], { fetchSize, pageState: page.pageState });
    }
    show(label, sizes.join(' ') + ' rows'
      + (isOrdered ? ', from ' + ids[0] + ' to ' + ids[ids.length - 1] : ''));
    return state;
  }

  const query = 'SELECT at, n FROM ' + own + ".reading WHERE station = 'b' AND day = 1";
  const state = await pages('pages', query, 10);
  const resumed = await other.execute(query, [], { fetchSize: 10, pageState: state });
  showLines('page 2 in another session', resumed.rows.slice(0, 2).map(line));
  await pages('pages with a limit', "SELECT at, n FROM reading WHERE station = 'b' AND day = 1 LIMIT 15", 10);
  await pages('pages in ascending order',
    "SELECT at, n FROM reading WHERE station = 'b' AND day = 1 ORDER BY at", 12);
  await pages('pages of as many rows', "SELECT at, n FROM reading WHERE station = 'b' AND day = 1", 25);
  await pages('pages of all', 'SELECT at, n FROM reading PER PARTITION LIMIT 2', 3, false);

  // Batches
  const put = 'INSERT INTO grid (p, x, y, v) VALUES (?, ?, ?, ?)';
  const puts = [];
  for (let x = 0; x < 3; x++) {
    for (let y = 0; y < 3; y++) {
      puts.push({ query: put, params: [1, x, y, 10 * x + y] });
    }
  }
  puts.push({ query: 'INSERT INTO grid (p, x, y, v) VALUES (2, 5, 5, 55)' });
  await session.batch(puts, { prepare: true, logged: true });
  await run('BEGIN BATCH UPDATE grid SET v = 56 WHERE p = 2 AND x = 5 AND y = 5; '
    + 'DELETE FROM grid WHERE p = 1 AND x = 2 AND y = 2; APPLY BATCH');
  await takeStep('after batches, sorted', 'SELECT p, x, y, v FROM grid WHERE p IN (1, 2)');
  try {
    await session.batch([
      { query: 'INSERT INTO grid (p, x, y, v) VALUES (3, 1, 1, 1)' },
      { query: 'INSERT INTO grid (p, x, y, w) VALUES (3, 1, 2, 1)' },
    ]);
    show('a batch with a wrong statement', 'done');
  } catch (error) {
    show('a batch with a wrong statement', kind(error));
  }
  await takeStep('of it', 'SELECT v FROM grid WHERE p = 3');

  // The steps of the file
  for (const step of fs.readFileSync(stepsFile, 'utf8').split('\n')) {
    if (step.trim() && !step.startsWith('#')) {
      const [label, statement, given] = step.split(' | ');
      await takeStep(label, statement, given && JSON.parse(given));
    }
  }
  const expiry = await run('SELECT ttl(v) AS t FROM grid WHERE p = 6 AND x = 1');
  show('expiry', expiry.rows
    .map(({ t }) => (t === null ? 'null' : t > 0 && t <= 1000 ? 'later' : 'wrong')).join(', '));

  // Another session is told what is defined
  async function known(name, column) {
    const table = await other.metadata.getTable(own, name);
    return Boolean(table && table.columns.some((found) => found.name === column));
  }

  await run('CREATE TABLE told (id int PRIMARY KEY, a int)');
  await awaitThat('CREATE TABLE', () => known('told', 'a'));
  const allColumns = 'SELECT * FROM told WHERE id = ?';
  await takeStep('prepared', allColumns, [1]);
  await run('INSERT INTO told (id, a) VALUES (1, 2)');
  await run('ALTER TABLE told ADD b text');
  await awaitThat('ALTER TABLE', () => known('told', 'b'));
  await run("UPDATE told SET b = 'x' WHERE id = 1");
  await takeStep('prepared before ALTER', allColumns, [1]);
  await run('TRUNCATE told');
  await takeStep('TRUNCATE', allColumns, [1]);
  await run('DROP INDEX grid_v');
  await awaitThat('DROP INDEX', async () => !(await other.metadata.getTable(own, 'grid')).indexes.length);
  await run('DROP TABLE told');
  await awaitThat('DROP TABLE', async () => !(await known('told', 'a')));
  for (const name of ['reading', 'grid', '"Mixed"']) {
    await run('DROP TABLE ' + name);
  }
  await other.shutdown();
  await session.shutdown();
}

main().catch((error) => {
  console.log(error);
  process.exit(1);
});
