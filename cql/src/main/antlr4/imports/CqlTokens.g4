/**
 * The words and signs that statements are made of. All letters here are lower case, because the
 * lexer reads its characters from a LowerCaseStream.
 */
lexer grammar CqlTokens;

ADD: 'add';
ALLOW: 'allow';
ALTER: 'alter';
ANALYZE: 'analyze';
AND: 'and';
APPLY: 'apply';
AS: 'as';
ASC: 'asc';
AT: 'at';
ATTACH: 'attach';
BATCH: 'batch';
BEGIN: 'begin';
BETWEEN: 'between';
BY: 'by';
CAST: 'cast';
CLUSTERING: 'clustering';
CONTAINS: 'contains';
CREATE: 'create';
CURRENT_TIMESTAMP: 'current_timestamp';
DEFAULT: 'default';
DELETE: 'delete';
DESC: 'desc';
DESCRIBE: 'describe';
DISTINCT: 'distinct';
DOCUMENT: 'document';
DROP: 'drop';
EXISTS: 'exists';
EXPLAIN: 'explain';
FALSE: 'false';
FAMILY: 'family';
FILTERING: 'filtering';
FOR: 'for';
FROM: 'from';
GROUP: 'group';
IF: 'if';
IN: 'in';
INCLUDE: 'include';
INDEX: 'index';
INSERT: 'insert';
INTO: 'into';
IS: 'is';
JSON: 'json';
KEY: 'key';
KEYSPACE: 'keyspace';
KEYSPACES: 'keyspaces';
LIKE: 'like';
LIMIT: 'limit';
NOT: 'not';
NOW: 'now';
NULL: 'null';
OF: 'of';
ON: 'on';
OR: 'or';
ORDER: 'order';
PARTITION: 'partition';
PER: 'per';
PRIMARY: 'primary';
QUERY: 'query';
RANDOM_UUID: 'uuid';
RATE: 'rate';
REKEY: 'rekey';
RENAME: 'rename';
SCHEMA: 'schema';
SELECT: 'select';
SET: 'set';
TABLE: 'table';
TABLES: 'tables';
TIMESTAMP: 'timestamp';
TO: 'to';
TRUE: 'true';
TRUNCATE: 'truncate';
TTL: 'ttl';
UNIQUE: 'unique';
UNLOGGED: 'unlogged';
UNSET: 'unset';
UNSIGNED: 'unsigned';
UPDATE: 'update';
USE: 'use';
USING: 'using';
VALUES: 'values';
VERSIONS: 'versions';
WHERE: 'where';
WITH: 'with';
WRITE: 'write';

COMMA: ',';
DOT: '.';
SEMICOLON: ';';
COLON: ':';
LEFT_ROUND: '(';
RIGHT_ROUND: ')';
LEFT_CURLY: '{';
RIGHT_CURLY: '}';
LEFT_SQUARE: '[';
RIGHT_SQUARE: ']';
EQUAL: '=';
LESS: '<';
LESS_EQUAL: '<=';
GREATER: '>';
GREATER_EQUAL: '>=';
UNEQUAL: '!=' | '<>';
PLUS: '+';
MINUS: '-';
STAR: '*';
SLASH: '/';
PERCENT: '%';
QUESTION: '?';

UUID: H4 H4 '-' H4 '-' H4 '-' H4 '-' H4 H4 H4;
BLOB: '0x' [0-9a-f]*;
DURATION: ([0-9]+ UNIT)+;
ISO_DURATION: 'p' ([0-9]+ [ymwd])+ ('t' ([0-9]+ [hms])+)? | 'pt' ([0-9]+ [hms])+;
INTEGER: [0-9]+;
DECIMAL: [0-9]+ '.' [0-9]+ EXPONENT? | [0-9]+ EXPONENT;
TEXT: '\'' (~'\'' | '\'\'')* '\'';
NAME: LETTER (LETTER | [0-9])*;
QUOTED_NAME: '"' (~'"' | '""')* '"';

COMMENT: ('--' | '//') ~[\r\n]* -> skip;
BLOCK_COMMENT: '/*' .*? '*/' -> skip;
SPACE: [ \t\r\n\u000B\f\u00A0\uFEFF]+ -> skip;

// What the lexer cannot read is a token too: the parser says what it is.
OPEN_TEXT: '\'' (~'\'' | '\'\'')*;
OPEN_NAME: '"' (~'"' | '""')*;
OPEN_COMMENT: '/*' (~'*' | '*'+ ~[*/])* '*'*;
UNKNOWN: .;

// The blocks that hold letters: exact sets of them would take longer to load than all the rest.
fragment LETTER
    : [a-z_\u00AA\u00B5\u00BA\u00C0-\u1FFF\u2C00-\uD7FF\uF900-\uFFDC]
    | [\u{10000}-\u{1EFFF}\u{20000}-\u{3FFFF}]
    ;
fragment UNIT: 'y' | 'mo' | 'w' | 'd' | 'h' | 'm' | 's' | 'ms' | 'us' | '\u00B5s' | 'ns';
fragment H4: [0-9a-f] [0-9a-f] [0-9a-f] [0-9a-f];
fragment EXPONENT: 'e' [+-]? [0-9]+;
