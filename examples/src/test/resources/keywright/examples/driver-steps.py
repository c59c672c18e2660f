"""What a program with the Python driver of Cassandra does. The steps are those of DriverSteps.java.

Arguments: the port of the server, a keyspace of its own, and the file driver-steps.txt.
"""
import calendar
import datetime
import decimal
import json
import sys
import time
import uuid

import cassandra
from cassandra import ConsistencyLevel, protocol, util
from cassandra.cluster import EXEC_PROFILE_DEFAULT, Cluster, ExecutionProfile
from cassandra.policies import DCAwareRoundRobinPolicy
from cassandra.query import UNSET_VALUE, BatchStatement, BatchType, SimpleStatement, ordered_dict_factory

PORT = int(sys.argv[1])
KEYSPACE = sys.argv[2]
STEPS = sys.argv[3]

TYPES = [
    ('n', 'int', -70000),
    ('small', 'smallint', -300),
    ('tiny', 'tinyint', 7),
    ('big', 'varint', 10 ** 30),
    ('note', 'text', 'gr\u00fcn, \'1\''),
    ('price', 'decimal', decimal.Decimal('12.34')),
    ('level', 'double', -2.25),
    ('ratio', 'float', 0.5),
    ('id', 'uuid', uuid.UUID('123e4567-e89b-42d3-a456-426614174000')),
    ('made', 'timeuuid', uuid.UUID('50554d6e-29bb-11e5-b345-feff819cdc9f')),
    ('host', 'inet', '10.0.0.1'),
    ('born', 'date', util.Date(datetime.date(1969, 12, 31))),
    ('at_time', 'time', util.Time(37800500000000)),
    ('seen', 'timestamp', datetime.datetime(2024, 2, 29, 10, 30, 0, 123000)),
    ('good', 'boolean', True),
    ('body', 'blob', b'\x00\xff'),
    ('parts', 'list<int>', [3, 1, 2]),
]


def text(value):
    if value is None:
        return 'null'
    if isinstance(value, bool):
        return 'true' if value else 'false'
    if isinstance(value, (bytes, bytearray)):
        return '0x' + value.hex()
    if isinstance(value, datetime.datetime):
        return str(calendar.timegm(value.timetuple()) * 1000 + value.microsecond // 1000)
    if isinstance(value, util.Time):
        return str(value.nanosecond_time)
    if isinstance(value, list):
        return '[' + ', '.join(text(element) for element in value) + ']'
    return str(value)


def line(row):
    return ', '.join(name + '=' + text(value) for name, value in row.items())


def show(label, value):
    print(label + ': ' + value)


def kind(error):
    if isinstance(error, protocol.SyntaxException):
        return 'SyntaxError'
    if isinstance(error, cassandra.AlreadyExists):
        return 'AlreadyExists'
    if isinstance(error, cassandra.InvalidRequest):
        return 'Invalid'
    if isinstance(error, protocol.ConfigurationException):
        return 'ConfigError'
    return type(error).__name__


def show_lines(label, lines):
    show(label, str(len(lines)) + (' row' if len(lines) == 1 else ' rows'))
    for shown in lines:
        print('  ' + shown)


def take_step(label, statement, values=None):
    try:
        result = run(statement, values)
        if result.column_names is None:
            show(label, 'done')
            return
        lines = [line(row) for row in result]
        show_lines(label, sorted(lines) if label.endswith(', sorted') else lines)
    except Exception as error:
        show(label, kind(error))


def await_that(label, condition):
    end = time.monotonic() + 60
    while not condition():
        if time.monotonic() > end:
            show(label, 'not told')
            return
        time.sleep(0.005)
    show(label, 'told')


def cluster():
    profile = ExecutionProfile(
        load_balancing_policy=DCAwareRoundRobinPolicy('datacenter1'),
        consistency_level=ConsistencyLevel.LOCAL_ONE,
        request_timeout=60,
        row_factory=ordered_dict_factory)
    return Cluster(
        ['127.0.0.1'],
        port=PORT,
        execution_profiles={EXEC_PROFILE_DEFAULT: profile},
        schema_event_refresh_window=0,
        connect_timeout=60,
        control_connection_timeout=60)


first = cluster()
session = first.connect()
second = cluster()
other = second.connect()


prepared = {}


def run(statement, values=None):
    if values is None:
        return session.execute(statement)
    if statement not in prepared:
        prepared[statement] = session.prepare(statement)
    return session.execute(prepared[statement], values)


# Definitions, and the schema as the driver shows it
run("CREATE KEYSPACE IF NOT EXISTS " + KEYSPACE
    + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}")
session.set_keyspace(KEYSPACE)
run('CREATE TABLE reading (station text, day int, at bigint, '
    + ', '.join(name + ' ' + type_ for name, type_, value in TYPES)
    + ', PRIMARY KEY ((station, day), at)) WITH CLUSTERING ORDER BY (at DESC)')
run('CREATE TABLE IF NOT EXISTS reading (station text PRIMARY KEY)')
run('CREATE TABLE grid (p int, x int, y int, v int, PRIMARY KEY (p, x, y))')
run('CREATE INDEX grid_v ON grid (v)')
run('CREATE TABLE "Mixed" ("Key" int PRIMARY KEY, "select" text)')
metadata = first.metadata.keyspaces
show('keyspaces', ', '.join(name for name in ['system', 'system_schema', KEYSPACE] if name in metadata)
     .replace(KEYSPACE, 'own'))
tables = metadata[KEYSPACE].tables
show('tables', ', '.join(sorted(tables)))
for name in ['reading', 'grid', 'Mixed']:
    table = tables[name]
    show('partition key of ' + name, ', '.join(column.name for column in table.partition_key))
    show('clustering of ' + name, ', '.join(
        column.name + (' DESC' if column.is_reversed else ' ASC') for column in table.clustering_key))
    show('columns of ' + name, ', '.join(
        column + ' ' + table.columns[column].cql_type for column in sorted(table.columns)))
    show('indexes of ' + name, ', '.join(
        index.name + ' on ' + index.index_options['target'] for index in table.indexes.values()))

# Values of every type: as literals, positional and by name
columns = ', '.join(name for name, type_, value in TYPES)
values = [value for name, type_, value in TYPES]
run("INSERT INTO reading (station, day, at, " + columns + ") VALUES ('a', 1, 1, -70000, -300, 7, "
    "1000000000000000000000000000000, 'gr\u00fcn, ''1''', 12.34, -2.25, 0.5, "
    "123e4567-e89b-42d3-a456-426614174000, 50554d6e-29bb-11e5-b345-feff819cdc9f, '10.0.0.1', '1969-12-31', "
    "'10:30:00.5', '2024-02-29T10:30:00.123Z', true, 0x00ff, [3, 1, 2])")
insert = 'INSERT INTO reading (station, day, at, ' + columns + ') VALUES (?, ?, ?' + ', ?' * len(TYPES) + ')'
run(insert, ['a', 1, 2] + values)
named = dict([('station', 'a'), ('day', 1), ('at', 3)] + [(name, value) for name, type_, value in TYPES])
run('INSERT INTO reading (station, day, at, ' + columns + ') VALUES (:station, :day, :at, :'
    + ', :'.join(name for name, type_, value in TYPES) + ')', named)
run(insert, ['a', 1, 4] + [None] * len(TYPES))
session.execute(
    'INSERT INTO reading (station, day, at, ' + columns + ') VALUES (%s, %s, %s' + ', %s' * len(TYPES) + ')',
    ['a', 1, 5] + values)
result = run("SELECT * FROM reading WHERE station = 'a' AND day = 1 AND at = 1")
show('columns of *', ', '.join(result.column_names))
select = 'SELECT at, ' + columns + ' FROM reading WHERE station = ? AND day = ?'
take_step('values', select, ['a', 1])
take_step('no rows', select, ['a', 2])

# Not set is not null
update = 'INSERT INTO reading (station, day, at, n, note) VALUES (?, ?, ?, ?, ?)'
run(update, ['a', 2, 1, 1, 'kept'])
run(update, ['a', 2, 1, None, UNSET_VALUE])
take_step('not set', "SELECT at, n, note FROM reading WHERE station = 'a' AND day = 2")
take_step('a null in the key', insert, ['a', None, 1] + values)

# Pages, and a page in another session
few = session.prepare('INSERT INTO reading (station, day, at, n) VALUES (?, ?, ?, ?)')
batch = BatchStatement(BatchType.UNLOGGED)
for i in range(25):
    batch.add(few, ['b', 1, i, i * i])
session.execute(batch)


def pages(label, statement, size, is_ordered=True):
    query = SimpleStatement(statement, fetch_size=size)
    result = session.execute(query)
    sizes = []
    ids = []
    state = None
    while True:
        sizes.append(str(len(result.current_rows)))
        ids.extend(row['at'] for row in result.current_rows)
        if not result.has_more_pages:
            break
        state = state or result.paging_state
        result = session.execute(query, paging_state=result.paging_state)
    show(label, ' '.join(sizes) + ' rows' + (', from %d to %d' % (ids[0], ids[-1]) if is_ordered else ''))
    return query, state


query, state = pages('pages', "SELECT at, n FROM " + KEYSPACE + ".reading WHERE station = 'b' AND day = 1", 10)
resumed = other.execute(query, paging_state=state)
show_lines('page 2 in another session', [line(row) for row in resumed.current_rows[:2]])
pages('pages with a limit', "SELECT at, n FROM reading WHERE station = 'b' AND day = 1 LIMIT 15", 10)
pages('pages in ascending order', "SELECT at, n FROM reading WHERE station = 'b' AND day = 1 ORDER BY at", 12)
pages('pages of as many rows', "SELECT at, n FROM reading WHERE station = 'b' AND day = 1", 25)
pages('pages of all', 'SELECT at, n FROM reading PER PARTITION LIMIT 2', 3, False)

# Batches
put = session.prepare('INSERT INTO grid (p, x, y, v) VALUES (?, ?, ?, ?)')
batch = BatchStatement(BatchType.LOGGED)
for x in range(3):
    for y in range(3):
        batch.add(put, [1, x, y, 10 * x + y])
batch.add(SimpleStatement('INSERT INTO grid (p, x, y, v) VALUES (2, 5, 5, 55)'))
session.execute(batch)
run('BEGIN BATCH UPDATE grid SET v = 56 WHERE p = 2 AND x = 5 AND y = 5; '
    'DELETE FROM grid WHERE p = 1 AND x = 2 AND y = 2; APPLY BATCH')
take_step('after batches, sorted', 'SELECT p, x, y, v FROM grid WHERE p IN (1, 2)')
batch = BatchStatement(BatchType.LOGGED)
batch.add(SimpleStatement('INSERT INTO grid (p, x, y, v) VALUES (3, 1, 1, 1)'))
batch.add(SimpleStatement('INSERT INTO grid (p, x, y, w) VALUES (3, 1, 2, 1)'))
try:
    session.execute(batch)
    show('a batch with a wrong statement', 'done')
except Exception as error:
    show('a batch with a wrong statement', kind(error))
take_step('of it', 'SELECT v FROM grid WHERE p = 3')

# The steps of the file
with open(STEPS, encoding='utf-8') as steps:
    for step in steps:
        if step.strip() and not step.startswith('#'):
            parts = [part.strip() for part in step.split(' | ')]
            take_step(parts[0], parts[1], json.loads(parts[2]) if len(parts) > 2 else None)

expiry = [row['t'] for row in run('SELECT ttl(v) AS t FROM grid WHERE p = 6 AND x = 1')]
show('expiry', ', '.join('null' if left is None else 'later' if 0 < left <= 1000 else 'wrong' for left in expiry))

# Another session is told what is defined
there = second.metadata.keyspaces


def known(name, column):
    keyspace = there.get(KEYSPACE)
    table = keyspace and keyspace.tables.get(name)
    return bool(table and column in table.columns)


run('CREATE TABLE told (id int PRIMARY KEY, a int)')
await_that('CREATE TABLE', lambda: known('told', 'a'))
all_columns = 'SELECT * FROM told WHERE id = ?'
take_step('prepared', all_columns, [1])
run('INSERT INTO told (id, a) VALUES (1, 2)')
run('ALTER TABLE told ADD b text')
await_that('ALTER TABLE', lambda: known('told', 'b'))
run("UPDATE told SET b = 'x' WHERE id = 1")
take_step('prepared before ALTER', all_columns, [1])
run('TRUNCATE told')
take_step('TRUNCATE', all_columns, [1])
run('DROP INDEX grid_v')
await_that('DROP INDEX', lambda: 'grid_v' not in there[KEYSPACE].indexes)
run('DROP TABLE told')
await_that('DROP TABLE', lambda: not known('told', 'a'))
for name in ['reading', 'grid', '"Mixed"']:
    run('DROP TABLE ' + name)
second.shutdown()
first.shutdown()
