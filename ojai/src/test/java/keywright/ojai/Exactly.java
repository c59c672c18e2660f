package keywright.ojai;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.ojai.types.ODate;
import org.ojai.types.OInterval;
import org.ojai.types.OTime;
import org.ojai.types.OTimestamp;

/** A text of a plain value that two values share only if nothing tells them apart. */
final class Exactly {
  private Exactly() {}

  static String text(Object value) {
    if (value instanceof Map) {
      List<String> fields = new ArrayList<>();
      Plain.map(value).forEach((name, field) -> fields.add(text(name) + "=" + text(field)));
      return fields.toString();
    } else if (value instanceof List) {
      List<String> elements = new ArrayList<>();
      Plain.list(value).forEach(element -> elements.add(text(element)));
      return "L" + elements;
    }
    String content = String.valueOf(value);
    if (value instanceof Double) {
      content = Long.toHexString(Double.doubleToLongBits((double) value));
    } else if (value instanceof Float) {
      content = Integer.toHexString(Float.floatToIntBits((float) value));
    } else if (value instanceof ODate oDate) {
      content = String.valueOf(oDate.toDaysSinceEpoch());
    } else if (value instanceof OTime oTime) {
      content = String.valueOf(oTime.toTimeInMillis());
    } else if (value instanceof OTimestamp oTimestamp) {
      content = String.valueOf(oTimestamp.getMillis());
    } else if (value instanceof OInterval oInterval) {
      content = String.valueOf(oInterval.getTimeInMillis());
    } else if (value instanceof java.nio.ByteBuffer byteBuffer) {
      java.nio.ByteBuffer bytes = byteBuffer.duplicate();
      byte[] copy = new byte[bytes.remaining()];
      bytes.get(copy);
      content = java.util.HexFormat.of().formatHex(copy);
    } else if (value instanceof java.math.BigDecimal decimal) {

      content = decimal.unscaledValue() + "e" + decimal.scale();
    }
    return Plain.type(value) + ":" + content;
  }
}
