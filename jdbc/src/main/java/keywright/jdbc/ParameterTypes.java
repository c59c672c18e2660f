package keywright.jdbc;

import java.sql.ParameterMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import keywright.cql.Marker;
import keywright.key.Type;

/** The parameters of a statement. Immutable. */
final class ParameterTypes implements ParameterMetaData {
  private final List<Marker> markers;

  ParameterTypes(List<Marker> markers) {
    this.markers = markers;
  }

  private Marker marker(int index) throws SQLException {
    if (index < 1 || index > markers.size()) {
      throw SqlErrors.misuse(
          "cannot describe parameter %d: expected 1 to %d".formatted(index, markers.size()));
    }
    return markers.get(index - 1);
  }

  private Type type(int index) throws SQLException {
    return marker(index).type();
  }

  private boolean isCollection(int index) throws SQLException {
    return marker(index).use() == Marker.Use.ONE_OF;
  }

  @Override
  public int getParameterCount() {
    return markers.size();
  }

  @Override
  public int isNullable(int index) throws SQLException {
    return marker(index).use() == Marker.Use.SET ? parameterNullableUnknown : parameterNoNulls;
  }

  @Override
  public boolean isSigned(int index) throws SQLException {
    return JdbcTypes.isSigned(type(index));
  }

  @Override
  public int getPrecision(int index) throws SQLException {
    return JdbcTypes.precision(type(index));
  }

  @Override
  public int getScale(int index) throws SQLException {
    return JdbcTypes.scale(type(index));
  }

  @Override
  public int getParameterType(int index) throws SQLException {
    return isCollection(index) ? Types.ARRAY : JdbcTypes.code(type(index));
  }

  @Override
  public String getParameterTypeName(int index) throws SQLException {
    return isCollection(index) ? "list<" + type(index) + ">" : type(index).toString();
  }

  @Override
  public String getParameterClassName(int index) throws SQLException {
    return isCollection(index) ? List.class.getName() : JdbcTypes.className(type(index));
  }

  @Override
  public int getParameterMode(int index) throws SQLException {
    return marker(index) == null ? parameterModeUnknown : parameterModeIn;
  }

  @Override
  public <T> T unwrap(Class<T> target) throws SQLException {
    return Wrapped.unwrap(target, this);
  }

  @Override
  public boolean isWrapperFor(Class<?> target) {
    return target.isInstance(this);
  }
}
