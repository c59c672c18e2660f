"""What cqlsh sends to a server, with the options that it gives to the driver: when it starts, for statements, and for
DESCRIBE. cqlsh itself is in no package of Debian.

Argument: the port of the server.
"""
import sys

import cassandra
from cassandra.cluster import Cluster
from cassandra.cqltypes import cql_typename
from cassandra.policies import WhiteListRoundRobinPolicy
from cassandra.query import SimpleStatement, ordered_dict_factory

HOST = '127.0.0.1'

cluster = Cluster(
    contact_points=(HOST,),
    port=int(sys.argv[1]),
    cql_version=None,
    auth_provider=None,
    ssl_options=None,
    load_balancing_policy=WhiteListRoundRobinPolicy([HOST]),
    control_connection_timeout=60,
    connect_timeout=60)
session = cluster.connect()
session.default_timeout = 60
session.row_factory = ordered_dict_factory
session.default_consistency_level = cassandra.ConsistencyLevel.ONE


def table_of(keyspace, table):
    return cluster.metadata.keyspaces[keyspace].tables[table]


def perform(text, keyspace=None, table=None, trace=False):
    statement = SimpleStatement(
        text,
        consistency_level=cassandra.ConsistencyLevel.ONE,
        serial_consistency_level=cassandra.ConsistencyLevel.SERIAL,
        fetch_size=100)
    future = session.execute_async(statement, trace=trace)
    try:
        result = future.result()
    except (cassandra.InvalidRequest, cassandra.protocol.ErrorMessage) as error:
        message = error.message if hasattr(error, 'message') else str(error).partition('message=')[2].strip('"')
        print(type(error).__name__ + ': ' + message)
        return
    if not future.is_schema_agreed:
        print('the schema is not agreed')
    if trace:
        print('%d traces' % len(future.get_all_query_traces(max_wait_per=10)))
    for warning in future.warnings or []:
        print('warning: ' + warning)
    if not result.column_names:
        return
    meta = table_of(keyspace, table) if table else None
    print(' | '.join(
        name + ' ' + cql_typename(kind) + (' (key)' if meta and name in [c.name for c in meta.primary_key] else '')
        for name, kind in zip(result.column_names, result.column_types)))
    count = 0
    pages = 0
    while True:
        count += len(result.current_rows)
        pages += 1
        if pages == 1:
            for row in result.current_rows[:3]:
                print('  ' + ' | '.join(str(row[name]) for name in result.column_names))
        if not result.has_more_pages:
            break
        result.fetch_next_page()
    print('(%d rows, %d pages)' % (count, pages))


def describe(text):
    statement = SimpleStatement(text, consistency_level=cassandra.ConsistencyLevel.LOCAL_ONE, fetch_size=100)
    try:
        rows = list(session.execute_async(statement).result())
    except cassandra.InvalidRequest as error:
        print(str(error).partition('message=')[2].strip('"'))
        return
    what = text.split()[1].rstrip(';').lower()
    print(text)
    if what == 'cluster':
        for row in rows:
            print('  %s, %s, %s' % (row['cluster'], row['partitioner'], row['snitch']))
    elif what == 'keyspaces':
        print('  ' + ', '.join(row['name'] for row in rows))
    elif what in ('tables', 'types', 'functions', 'aggregates'):
        print('  ' + ', '.join(
            row['keyspace_name'] + '.' + row['name'] for row in rows if not row['keyspace_name'].startswith('system')))
    else:
        for row in rows:
            for line in row['create_statement'].split('\n'):
                print('  ' + line)


# Its greeting
local, = session.execute("select * from system.local where key = 'local'")
print('Connected to %s' % cluster.metadata.cluster_name)
print('[Cassandra %s | CQL spec %s | Native protocol v%s]'
      % (local['release_version'], local['cql_version'], cluster.protocol_version))

# What newer drivers ask for when they start
for query in [
        "SELECT * FROM system.local WHERE key='local'",
        "SELECT * FROM system.peers",
        "SELECT * FROM system.peers_v2",
        "SELECT peer, data_center, host_id, rack, release_version, rpc_address, schema_version, tokens FROM system.peers",
        "SELECT host_id, peer, peer_port, native_address, native_port, schema_version FROM system.peers_v2",
        "SELECT schema_version FROM system.local WHERE key='local'",
        "SELECT host_id, cluster_name, partitioner, tokens, schema_version, data_center, rack FROM system.local"
        " WHERE key='local'",
        "SELECT * FROM system_schema.keyspaces",
        "SELECT * FROM system_schema.tables",
        "SELECT * FROM system_schema.columns",
        "SELECT * FROM system_schema.types",
        "SELECT * FROM system_schema.functions",
        "SELECT * FROM system_schema.aggregates",
        "SELECT * FROM system_schema.triggers",
        "SELECT * FROM system_schema.indexes",
        "SELECT * FROM system_schema.views",
        "SELECT * FROM system_virtual_schema.keyspaces",
        "SELECT * FROM system_virtual_schema.tables",
        "SELECT * FROM system_virtual_schema.columns"]:
    rows = list(session.execute(query))
    print('%s: %s' % (query.split(' FROM ')[1].split()[0], 'rows' if rows else 'no rows'))

# Statements
perform("CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': '1'}")
perform('USE shop;')
perform('CREATE TABLE payment (customer int, id int, note text, PRIMARY KEY (customer, id))')
perform("INSERT INTO payment (customer, id, note) VALUES (1, 0, 'first') IF NOT EXISTS;", 'shop', 'payment')
perform("INSERT INTO payment (customer, id, note) VALUES (1, 0, 'second') IF NOT EXISTS;", 'shop', 'payment')
for i in range(1, 250):
    session.execute('INSERT INTO payment (customer, id) VALUES (1, %d)' % i)
perform('SELECT * FROM payment;', 'shop', 'payment')
perform('SELECT count(*) FROM shop.payment;', 'shop', 'payment')
perform('SELECT keyspace_name FROM system_virtual_schema.keyspaces;', 'system_virtual_schema', 'keyspaces')
perform('SELECT key, cluster_name FROM system.local;', 'system', 'local')
perform('SELECT note FROM payment WHERE customer = 1 AND id = 0;', 'shop', 'payment', True)
perform('SELECT * FROM missing;')
perform('LIST ROLES;')
tokens = cluster.metadata.token_map
print('%d replica' % len(tokens.get_replicas('shop', tokens.token_class(7))))

# DESCRIBE
for text in ['DESCRIBE KEYSPACES', 'DESCRIBE TABLES;', 'DESC TABLE payment', 'DESCRIBE shop.payment', 'DESCRIBE KEYSPACE shop',
             'DESCRIBE SCHEMA', 'DESCRIBE TYPES', 'DESCRIBE FUNCTIONS', 'DESCRIBE AGGREGATES', 'DESCRIBE CLUSTER',
             'DESCRIBE TABLE missing']:
    describe(text)
perform('DROP TABLE shop.payment;')
cluster.shutdown()
