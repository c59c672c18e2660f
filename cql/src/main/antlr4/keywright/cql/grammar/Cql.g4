/**
 * The statements of the language; their words and signs are in CqlTokens.
 *
 * Types and key parts are only delimited here; the parsers of keywright.key read them. A rule whose
 * name ends in Name, and some others, have a human name in Expected: error messages use it.
 * Decisions look one token ahead wherever they can, so that an error is found at its token.
 */
grammar Cql;

import CqlTokens;

oneStatement
    : statement ';'? EOF
    ;

oneWhere
    : conditions EOF
    ;

statement
    : createTable
    | createIndex
    | createKeyspace
    | alterTable
    | dropTable
    | dropIndex
    | dropKeyspace
    | truncate
    | insert
    | update
    | delete
    | batch
    | select
    | explain
    | describe
    | use
    | queryLoad
    | writeLoad
    ;

// Definitions

createTable
    : CREATE DOCUMENT? TABLE ifNotExists? tableName '(' tableElement (',' tableElement)* ')' options_?
    | ATTACH TABLE ifNotExists? tableName ('(' tableElement (',' tableElement)* ')')? options_?
    ;

ifNotExists
    : IF NOT EXISTS
    ;

ifExists
    : IF EXISTS
    ;

tableElement
    : PRIMARY KEY keyParts                                              # keyElement
    | FAMILY familyName familyContent options_?                         # familyElement
    | columnName type columnRule*                                         # columnElement
    ;

familyContent
    : '(' (columnName (',' columnName)*)? ')'
    | FROM columnName? TEXT
    ;

type
    : typeName ('<' type (',' (type | INTEGER))* '>' | round? UNSIGNED?)
    ;

typeName
    : name
    | SET
    ;

columnRule
    : NOT NULL
    | NULL
    | AT TEXT
    | FROM columnName? TEXT
    | PRIMARY KEY
    ;

keyParts
    : '(' '(' keyPart (',' keyPart)* ')' (',' keyPart)* ')' # groupedKey
    | '(' keyPart (',' keyPart)* ')'                        # plainKey
    ;

keyPart
    : keyPiece+
    ;

keyPiece
    : round
    | ~('(' | ')' | ',' | ';')
    ;

round
    : '(' (round | ~('(' | ')' | ';'))* ')'
    ;

options_
    : WITH option (AND option)*
    ;

option
    : CLUSTERING ORDER BY '(' order (',' order)* ')' # clusteringOption
    | optionName '=' (value | valueList)             # namedOption
    ;

valueList
    : '(' value (',' value)* ')'
    ;

createIndex
    : CREATE UNIQUE? INDEX ifNotExists? indexName? ON tableName keyParts
      include? options_?
    ;

include
    : INCLUDE '(' columnName (',' columnName)* ')'
    ;

createKeyspace
    : CREATE (KEYSPACE | SCHEMA) ifNotExists? keyspaceName options_?
    ;

alterTable
    : ALTER TABLE tableName alteration
    ;

alteration
    : ADD ifNotExists? additions                                       # addAlteration
    | DROP ifExists? removals                                          # dropAlteration
    | RENAME renaming (AND renaming)*                                  # renameAlteration
    | ALTER FAMILY familyName options_                                 # familyAlteration
    ;

additions
    : '(' tableElement (',' tableElement)* ')'
    | tableElement (',' tableElement)*
    ;

removals
    : '(' columnName (',' columnName)* ')'
    | columnName (',' columnName)*
    ;

renaming
    : columnName TO columnName
    ;

dropTable
    : DROP TABLE ifExists? tableName
    ;

dropIndex
    : DROP INDEX ifExists? indexName
    ;

dropKeyspace
    : DROP (KEYSPACE | SCHEMA) ifExists? keyspaceName
    ;

truncate
    : TRUNCATE TABLE? tableName
    ;

use
    : USE keyspaceName
    ;

// Rows

insert
    : INSERT INTO tableName
      ('(' columnName (',' columnName)* ')' VALUES insertRow (',' insertRow)* | JSON json defaultRule?)
      ifNotExists? using?
    ;

json
    : TEXT
    | parameter
    ;

// What becomes of the columns that the JSON does not name.
defaultRule
    : DEFAULT (NULL | UNSET)
    ;

using
    : USING usingTerm (AND usingTerm)*
    ;

usingTerm
    : TIMESTAMP value
    | TTL value
    ;

insertRow
    : '(' value (',' value)* ')'
    ;

update
    : UPDATE tableName using? SET assignment (',' assignment)* WHERE conditions
      (ALLOW FILTERING)? REKEY? onlyIf?
    ;

assignment
    : columnName entryKey? '=' (value | sum)
    ;

// Of a map; in a path, the index of an element of an array.
entryKey
    : '[' value ']'
    ;

// Of what the row has.
sum
    : columnName ('+' | '-') value
    ;

delete
    : DELETE (deletion (',' deletion)*)? FROM tableName WHERE conditions
      (ALLOW FILTERING)? onlyIf?
    ;

deletion
    : columnName entryKey?
    ;

onlyIf
    : IF EXISTS
    | IF conditions
    ;

batch
    : BEGIN UNLOGGED? BATCH using? (batchStatement ';'?)* APPLY BATCH
    ;

batchStatement
    : insert
    | update
    | delete
    ;

// Queries

select
    : SELECT JSON? DISTINCT? ('*' | selectItem (',' selectItem)*) FROM tableName
      (WHERE conditions)?
      groups?
      (ORDER BY order (',' order)*)?
      partitionLimit?
      (LIMIT limit)?
      (VERSIONS versionCount)?
      asOf?
      (ALLOW FILTERING)?
    ;

// What looks like a column in front of an argument is a function.
selectItem
    : expression (AS aliasName)?
    ;

expression
    : product (sumSign product)*
    ;

sumSign
    : '+'
    | '-'
    ;

product
    : operand (productSign operand)*
    ;

productSign
    : '*'
    | '%'
    ;

operand
    : '-'? (field argument? | INTEGER | DECIMAL | cast | '(' expression ')')
    ;

cast
    : CAST '(' expression AS type ')'
    ;

// A column, the value of a key of a map, or the path of a field in a document.
field
    : columnName fieldStep*
    ;

fieldStep
    : '.' name
    | entryKey
    ;

argument
    : '(' ('*' | INTEGER | field) ')'
    ;

groups
    : GROUP BY field (',' field)*
    ;

order
    : field (ASC | DESC)?
    ;

partitionLimit
    : PER PARTITION LIMIT limit
    ;

limit
    : INTEGER
    | parameter
    ;

keyValues
    : '(' value (',' value)* ')'
    ;

asOf
    : AS OF value
    ;

versionCount
    : INTEGER
    | parameter
    ;

explain
    : EXPLAIN ANALYZE? select
    | EXPLAIN select FOR keyValues
    ;

describe
    : (DESCRIBE | DESC) TABLES          # describeTables
    | (DESCRIBE | DESC) KEYSPACES       # describeKeyspaces
    | (DESCRIBE | DESC) KEYSPACE keyspaceName # describeKeyspace
    | (DESCRIBE | DESC) INDEX indexName # describeIndex
    | (DESCRIBE | DESC) TABLE tableName # describeTable
    | (DESCRIBE | DESC) tableName       # describeTable
    ;

// The load that tables are designed for

queryLoad
    : QUERY queryName RATE rate AS select
    ;

writeLoad
    : WRITE RATE rate INTO tableName
    ;

rate
    : (INTEGER | DECIMAL) '/' rateUnit
    ;

// Conditions

conditions
    : conjunction (OR conjunction)*
    ;

conjunction
    : condition (AND condition)*
    ;

condition
    : field predicate                            # columnCondition
    | value comparison field (comparison value)? # valueCondition
    | tupleColumns tuplePredicate                # tupleCondition
    | '(' conditions ')'                         # nestedCondition
    ;

tupleColumns
    : '(' columnName (',' columnName)* ')'
    ;

tuplePredicate
    : comparison tuple
    | IN '(' tuple (',' tuple)* ')'
    ;

tuple
    : '(' value (',' value)* ')'
    ;

predicate
    : comparison value          # comparePredicate
    | UNEQUAL value             # unequalPredicate
    | IN inValues               # inPredicate
    | BETWEEN value AND value   # betweenPredicate
    | LIKE value                # likePredicate
    | CONTAINS KEY? value       # containsPredicate
    | IS NOT? NULL              # nullPredicate
    ;

comparison
    : '='
    | '<'
    | '<='
    | '>'
    | '>='
    ;

inValues
    : '(' value (',' value)* ')'
    | parameter
    ;

value
    : TEXT
    | number
    | list
    | collection
    | TRUE
    | FALSE
    | NULL
    | BLOB
    | UUID
    | valueFunction '(' ')'
    | parameter
    ;

valueFunction
    : NOW
    | CURRENT_TIMESTAMP
    | RANDOM_UUID
    ;

parameter
    : '?'
    | ':' name
    ;

list
    : '[' (value (',' value)*)? ']'
    ;

// A set, or a map if each entry has a value.
collection
    : '{' (entry (',' entry)*)? '}'
    ;

entry
    : value (':' value)?
    ;

number
    : '-'? (INTEGER | DECIMAL | DURATION | ISO_DURATION)
    ;

// Names

tableName
    : name ('.' name)?
    ;

columnName
    : name
    ;

familyName
    : name
    ;

indexName
    : name ('.' name)?
    ;

keyspaceName
    : name
    ;

optionName
    : name ('.' name)?
    ;

aliasName
    : name
    ;

queryName
    : name
    ;

rateUnit
    : name
    ;

name
    : NAME
    | QUOTED_NAME
    | unreserved
    ;

// Keywords that are names wherever a name is expected.
unreserved
    : ADD
    | ALTER
    | ANALYZE
    | APPLY
    | AT
    | ATTACH
    | BATCH
    | BEGIN
    | CAST
    | CLUSTERING
    | CONTAINS
    | CURRENT_TIMESTAMP
    | DEFAULT
    | DESCRIBE
    | DISTINCT
    | DOCUMENT
    | EXISTS
    | EXPLAIN
    | FAMILY
    | FILTERING
    | FOR
    | GROUP
    | INCLUDE
    | INDEX
    | ISO_DURATION
    | JSON
    | KEY
    | KEYSPACE
    | KEYSPACES
    | NOW
    | OF
    | PARTITION
    | PER
    | QUERY
    | RANDOM_UUID
    | RATE
    | REKEY
    | RENAME
    | SCHEMA
    | TABLE
    | TABLES
    | TIMESTAMP
    | TO
    | TRUNCATE
    | TTL
    | UNIQUE
    | UNLOGGED
    | UNSET
    | UNSIGNED
    | USING
    | VERSIONS
    | WRITE
    ;
