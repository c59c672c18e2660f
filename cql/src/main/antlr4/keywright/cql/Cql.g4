/** The statements of the language. Keywords are matched without regard to case. */
grammar Cql;

options {
  caseInsensitive = true;
}

script
    : statement? (';' statement?)* EOF
    ;

statement
    : USE IDENTIFIER # useStatement
    ;

USE: 'use';

IDENTIFIER: [a-z] [a-z0-9_]*;

COMMENT: ('--' | '//') ~[\r\n]* -> skip;

SPACE: [ \t\r\n]+ -> skip;
