package keywright.jdbc;

import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import org.jspecify.annotations.Nullable;

/**
 * The facts of {@code DatabaseMetaData} that are the same for every database: what the language has
 * and has not. A number 0 means that there is no limit, or that it is unknown.
 */
abstract class FixedMetaData implements DatabaseMetaData {
  private static final String KEYS =
      "PKTABLE_CAT text, PKTABLE_SCHEM text, PKTABLE_NAME text, PKCOLUMN_NAME text, FKTABLE_CAT text, FKTABLE_SCHEM text, FKTABLE_NAME text, FKCOLUMN_NAME text, KEY_SEQ smallint, UPDATE_RULE smallint, DELETE_RULE smallint, FK_NAME text, PK_NAME text, DEFERRABILITY smallint";

  @Override
  public boolean allProceduresAreCallable() {
    return false;
  }

  @Override
  public boolean allTablesAreSelectable() {
    return true;
  }

  @Override
  public String getUserName() {
    return "";
  }

  @Override
  public boolean nullsAreSortedHigh() {
    return false;
  }

  @Override
  public boolean nullsAreSortedLow() {
    return true;
  }

  @Override
  public boolean nullsAreSortedAtStart() {
    return false;
  }

  @Override
  public boolean nullsAreSortedAtEnd() {
    return false;
  }

  @Override
  public String getDatabaseProductName() {
    return "Keywright";
  }

  @Override
  public String getDriverName() {
    return "Keywright JDBC driver";
  }

  @Override
  public int getDriverMajorVersion() {
    return Version.MAJOR;
  }

  @Override
  public int getDriverMinorVersion() {
    return Version.MINOR;
  }

  @Override
  public boolean usesLocalFiles() {
    return false;
  }

  @Override
  public boolean usesLocalFilePerTable() {
    return false;
  }

  @Override
  public boolean supportsMixedCaseIdentifiers() {
    return false;
  }

  @Override
  public boolean storesUpperCaseIdentifiers() {
    return false;
  }

  @Override
  public boolean storesLowerCaseIdentifiers() {
    return true;
  }

  @Override
  public boolean storesMixedCaseIdentifiers() {
    return false;
  }

  @Override
  public boolean supportsMixedCaseQuotedIdentifiers() {
    return true;
  }

  @Override
  public boolean storesUpperCaseQuotedIdentifiers() {
    return false;
  }

  @Override
  public boolean storesLowerCaseQuotedIdentifiers() {
    return false;
  }

  @Override
  public boolean storesMixedCaseQuotedIdentifiers() {
    return true;
  }

  @Override
  public String getIdentifierQuoteString() {
    return "\"";
  }

  @Override
  public String getNumericFunctions() {
    return "";
  }

  @Override
  public String getStringFunctions() {
    return "";
  }

  @Override
  public String getSystemFunctions() {
    return "";
  }

  @Override
  public String getTimeDateFunctions() {
    return "now";
  }

  @Override
  public String getSearchStringEscape() {
    return "\\";
  }

  @Override
  public String getExtraNameCharacters() {
    return "";
  }

  @Override
  public boolean supportsAlterTableWithAddColumn() {
    return true;
  }

  @Override
  public boolean supportsAlterTableWithDropColumn() {
    return true;
  }

  @Override
  public boolean supportsColumnAliasing() {
    return true;
  }

  @Override
  public boolean nullPlusNonNullIsNull() {
    return false;
  }

  @Override
  public boolean supportsTableCorrelationNames() {
    return false;
  }

  @Override
  public boolean supportsDifferentTableCorrelationNames() {
    return false;
  }

  @Override
  public boolean supportsExpressionsInOrderBy() {
    return false;
  }

  @Override
  public boolean supportsOrderByUnrelated() {
    return true;
  }

  @Override
  public boolean supportsGroupBy() {
    return true;
  }

  @Override
  public boolean supportsGroupByUnrelated() {
    return false;
  }

  @Override
  public boolean supportsGroupByBeyondSelect() {
    return false;
  }

  @Override
  public boolean supportsLikeEscapeClause() {
    return false;
  }

  @Override
  public boolean supportsMultipleResultSets() {
    return false;
  }

  @Override
  public boolean supportsMultipleTransactions() {
    return true;
  }

  @Override
  public boolean supportsNonNullableColumns() {
    return true;
  }

  @Override
  public boolean supportsMinimumSQLGrammar() {
    return false;
  }

  @Override
  public boolean supportsCoreSQLGrammar() {
    return false;
  }

  @Override
  public boolean supportsExtendedSQLGrammar() {
    return false;
  }

  @Override
  public boolean supportsANSI92EntryLevelSQL() {
    return false;
  }

  @Override
  public boolean supportsANSI92IntermediateSQL() {
    return false;
  }

  @Override
  public boolean supportsANSI92FullSQL() {
    return false;
  }

  @Override
  public boolean supportsIntegrityEnhancementFacility() {
    return false;
  }

  @Override
  public boolean supportsOuterJoins() {
    return false;
  }

  @Override
  public boolean supportsFullOuterJoins() {
    return false;
  }

  @Override
  public boolean supportsLimitedOuterJoins() {
    return false;
  }

  @Override
  public String getSchemaTerm() {
    return "keyspace";
  }

  @Override
  public String getProcedureTerm() {
    return "procedure";
  }

  @Override
  public String getCatalogTerm() {
    return "catalog";
  }

  @Override
  public boolean isCatalogAtStart() {
    return true;
  }

  @Override
  public String getCatalogSeparator() {
    return ".";
  }

  @Override
  public boolean supportsSchemasInDataManipulation() {
    return true;
  }

  @Override
  public boolean supportsSchemasInProcedureCalls() {
    return false;
  }

  @Override
  public boolean supportsSchemasInTableDefinitions() {
    return true;
  }

  @Override
  public boolean supportsSchemasInIndexDefinitions() {
    return true;
  }

  @Override
  public boolean supportsSchemasInPrivilegeDefinitions() {
    return false;
  }

  @Override
  public boolean supportsCatalogsInDataManipulation() {
    return false;
  }

  @Override
  public boolean supportsCatalogsInProcedureCalls() {
    return false;
  }

  @Override
  public boolean supportsCatalogsInTableDefinitions() {
    return false;
  }

  @Override
  public boolean supportsCatalogsInIndexDefinitions() {
    return false;
  }

  @Override
  public boolean supportsCatalogsInPrivilegeDefinitions() {
    return false;
  }

  @Override
  public boolean supportsPositionedDelete() {
    return false;
  }

  @Override
  public boolean supportsPositionedUpdate() {
    return false;
  }

  @Override
  public boolean supportsSelectForUpdate() {
    return false;
  }

  @Override
  public boolean supportsStoredProcedures() {
    return false;
  }

  @Override
  public boolean supportsSubqueriesInComparisons() {
    return false;
  }

  @Override
  public boolean supportsSubqueriesInExists() {
    return false;
  }

  @Override
  public boolean supportsSubqueriesInIns() {
    return false;
  }

  @Override
  public boolean supportsSubqueriesInQuantifieds() {
    return false;
  }

  @Override
  public boolean supportsCorrelatedSubqueries() {
    return false;
  }

  @Override
  public boolean supportsUnion() {
    return false;
  }

  @Override
  public boolean supportsUnionAll() {
    return false;
  }

  @Override
  public boolean supportsOpenCursorsAcrossCommit() {
    return true;
  }

  @Override
  public boolean supportsOpenCursorsAcrossRollback() {
    return true;
  }

  @Override
  public boolean supportsOpenStatementsAcrossCommit() {
    return true;
  }

  @Override
  public boolean supportsOpenStatementsAcrossRollback() {
    return true;
  }

  @Override
  public int getMaxBinaryLiteralLength() {
    return 0;
  }

  @Override
  public int getMaxCharLiteralLength() {
    return 0;
  }

  @Override
  public int getMaxColumnNameLength() {
    return 0;
  }

  @Override
  public int getMaxColumnsInGroupBy() {
    return 0;
  }

  @Override
  public int getMaxColumnsInIndex() {
    return 0;
  }

  @Override
  public int getMaxColumnsInOrderBy() {
    return 0;
  }

  @Override
  public int getMaxColumnsInSelect() {
    return 0;
  }

  @Override
  public int getMaxColumnsInTable() {
    return 0;
  }

  @Override
  public int getMaxConnections() {
    return 0;
  }

  @Override
  public int getMaxCursorNameLength() {
    return 0;
  }

  @Override
  public int getMaxIndexLength() {
    return 0;
  }

  @Override
  public int getMaxSchemaNameLength() {
    return 0;
  }

  @Override
  public int getMaxProcedureNameLength() {
    return 0;
  }

  @Override
  public int getMaxCatalogNameLength() {
    return 0;
  }

  @Override
  public int getMaxRowSize() {
    return 0;
  }

  @Override
  public boolean doesMaxRowSizeIncludeBlobs() {
    return false;
  }

  @Override
  public int getMaxStatementLength() {
    return 0;
  }

  @Override
  public int getMaxStatements() {
    return 0;
  }

  @Override
  public int getMaxTableNameLength() {
    return 0;
  }

  @Override
  public int getMaxTablesInSelect() {
    return 1;
  }

  @Override
  public int getMaxUserNameLength() {
    return 0;
  }

  @Override
  public boolean supportsDataDefinitionAndDataManipulationTransactions() {
    return false;
  }

  @Override
  public boolean dataDefinitionCausesTransactionCommit() {
    return false;
  }

  @Override
  public boolean dataDefinitionIgnoredInTransactions() {
    return false;
  }

  @Override
  public ResultSet getProcedures(@Nullable String a, @Nullable String b, @Nullable String c) {
    return MetaRows.none(
        "PROCEDURE_CAT text, PROCEDURE_SCHEM text, PROCEDURE_NAME text, R1 text, R2 text, R3 text, REMARKS text, PROCEDURE_TYPE smallint, SPECIFIC_NAME text");
  }

  @Override
  public ResultSet getProcedureColumns(
      @Nullable String a, @Nullable String b, @Nullable String c, @Nullable String d) {
    return MetaRows.none(
        "PROCEDURE_CAT text, PROCEDURE_SCHEM text, PROCEDURE_NAME text, COLUMN_NAME text, COLUMN_TYPE smallint, DATA_TYPE int, TYPE_NAME text, PRECISION int, LENGTH int, SCALE smallint, RADIX smallint, NULLABLE smallint, REMARKS text, COLUMN_DEF text, SQL_DATA_TYPE int, SQL_DATETIME_SUB int, CHAR_OCTET_LENGTH int, ORDINAL_POSITION int, IS_NULLABLE text, SPECIFIC_NAME text");
  }

  @Override
  public ResultSet getColumnPrivileges(
      @Nullable String a, @Nullable String b, @Nullable String c, @Nullable String d) {
    return MetaRows.none(
        "TABLE_CAT text, TABLE_SCHEM text, TABLE_NAME text, COLUMN_NAME text, GRANTOR text, GRANTEE text, PRIVILEGE text, IS_GRANTABLE text");
  }

  @Override
  public ResultSet getTablePrivileges(@Nullable String a, @Nullable String b, @Nullable String c) {
    return MetaRows.none(
        "TABLE_CAT text, TABLE_SCHEM text, TABLE_NAME text, GRANTOR text, GRANTEE text, PRIVILEGE text, IS_GRANTABLE text");
  }

  @Override
  public ResultSet getVersionColumns(@Nullable String a, @Nullable String b, @Nullable String c) {
    return MetaRows.none(
        "SCOPE smallint, COLUMN_NAME text, DATA_TYPE int, TYPE_NAME text, COLUMN_SIZE int, BUFFER_LENGTH int, DECIMAL_DIGITS smallint, PSEUDO_COLUMN smallint");
  }

  @Override
  public ResultSet getImportedKeys(@Nullable String a, @Nullable String b, @Nullable String c) {
    return MetaRows.none(KEYS);
  }

  @Override
  public ResultSet getExportedKeys(@Nullable String a, @Nullable String b, @Nullable String c) {
    return MetaRows.none(KEYS);
  }

  @Override
  public ResultSet getCrossReference(
      @Nullable String a,
      @Nullable String b,
      @Nullable String c,
      @Nullable String d,
      @Nullable String e,
      @Nullable String f) {
    return MetaRows.none(KEYS);
  }

  @Override
  public boolean ownUpdatesAreVisible(int a) {
    return false;
  }

  @Override
  public boolean ownDeletesAreVisible(int a) {
    return false;
  }

  @Override
  public boolean ownInsertsAreVisible(int a) {
    return false;
  }

  @Override
  public boolean othersUpdatesAreVisible(int a) {
    return false;
  }

  @Override
  public boolean othersDeletesAreVisible(int a) {
    return false;
  }

  @Override
  public boolean othersInsertsAreVisible(int a) {
    return false;
  }

  @Override
  public boolean updatesAreDetected(int a) {
    return false;
  }

  @Override
  public boolean deletesAreDetected(int a) {
    return false;
  }

  @Override
  public boolean insertsAreDetected(int a) {
    return false;
  }

  @Override
  public boolean supportsBatchUpdates() {
    return true;
  }

  @Override
  public ResultSet getUDTs(@Nullable String a, @Nullable String b, @Nullable String c, int[] d) {
    return MetaRows.none(
        "TYPE_CAT text, TYPE_SCHEM text, TYPE_NAME text, CLASS_NAME text, DATA_TYPE int, REMARKS text, BASE_TYPE smallint");
  }

  @Override
  public boolean supportsSavepoints() {
    return false;
  }

  @Override
  public boolean supportsNamedParameters() {
    return false;
  }

  @Override
  public boolean supportsMultipleOpenResults() {
    return true;
  }

  @Override
  public boolean supportsGetGeneratedKeys() {
    return false;
  }

  @Override
  public ResultSet getSuperTypes(@Nullable String a, @Nullable String b, @Nullable String c) {
    return MetaRows.none(
        "TYPE_CAT text, TYPE_SCHEM text, TYPE_NAME text, SUPERTYPE_CAT text, SUPERTYPE_SCHEM text, SUPERTYPE_NAME text");
  }

  @Override
  public ResultSet getSuperTables(@Nullable String a, @Nullable String b, @Nullable String c) {
    return MetaRows.none("TABLE_CAT text, TABLE_SCHEM text, TABLE_NAME text, SUPERTABLE_NAME text");
  }

  @Override
  public ResultSet getAttributes(
      @Nullable String a, @Nullable String b, @Nullable String c, @Nullable String d) {
    return MetaRows.none(
        "TYPE_CAT text, TYPE_SCHEM text, TYPE_NAME text, ATTR_NAME text, DATA_TYPE int, ATTR_TYPE_NAME text, ATTR_SIZE int, DECIMAL_DIGITS int, NUM_PREC_RADIX int, NULLABLE int, REMARKS text, ATTR_DEF text, SQL_DATA_TYPE int, SQL_DATETIME_SUB int, CHAR_OCTET_LENGTH int, ORDINAL_POSITION int, IS_NULLABLE text, SCOPE_CATALOG text, SCOPE_SCHEMA text, SCOPE_TABLE text, SOURCE_DATA_TYPE smallint");
  }

  @Override
  public int getResultSetHoldability() {
    return ResultSet.HOLD_CURSORS_OVER_COMMIT;
  }

  @Override
  public int getDatabaseMajorVersion() {
    return Version.MAJOR;
  }

  @Override
  public int getDatabaseMinorVersion() {
    return Version.MINOR;
  }

  @Override
  public int getJDBCMajorVersion() {
    return 4;
  }

  @Override
  public int getJDBCMinorVersion() {
    return 3;
  }

  @Override
  public int getSQLStateType() {
    return sqlStateSQL;
  }

  @Override
  public boolean locatorsUpdateCopy() {
    return false;
  }

  @Override
  public boolean supportsStatementPooling() {
    return true;
  }

  @Override
  public boolean supportsStoredFunctionsUsingCallSyntax() {
    return false;
  }

  @Override
  public boolean autoCommitFailureClosesAllResultSets() {
    return false;
  }

  @Override
  public ResultSet getClientInfoProperties() {
    return MetaRows.none("NAME text, MAX_LEN int, DEFAULT_VALUE text, DESCRIPTION text");
  }

  @Override
  public ResultSet getFunctions(@Nullable String a, @Nullable String b, @Nullable String c) {
    return MetaRows.none(
        "FUNCTION_CAT text, FUNCTION_SCHEM text, FUNCTION_NAME text, REMARKS text, FUNCTION_TYPE smallint, SPECIFIC_NAME text");
  }

  @Override
  public ResultSet getFunctionColumns(
      @Nullable String a, @Nullable String b, @Nullable String c, @Nullable String d) {
    return MetaRows.none(
        "FUNCTION_CAT text, FUNCTION_SCHEM text, FUNCTION_NAME text, COLUMN_NAME text, COLUMN_TYPE smallint, DATA_TYPE int, TYPE_NAME text, PRECISION int, LENGTH int, SCALE smallint, RADIX smallint, NULLABLE smallint, REMARKS text, CHAR_OCTET_LENGTH int, ORDINAL_POSITION int, IS_NULLABLE text, SPECIFIC_NAME text");
  }

  @Override
  public ResultSet getPseudoColumns(
      @Nullable String a, @Nullable String b, @Nullable String c, @Nullable String d) {
    return MetaRows.none(
        "TABLE_CAT text, TABLE_SCHEM text, TABLE_NAME text, COLUMN_NAME text, DATA_TYPE int, COLUMN_SIZE int, DECIMAL_DIGITS int, NUM_PREC_RADIX int, COLUMN_USAGE text, REMARKS text, CHAR_OCTET_LENGTH int, IS_NULLABLE text");
  }

  @Override
  public boolean generatedKeyAlwaysReturned() {
    return false;
  }
}
