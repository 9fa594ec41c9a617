package dev.sash.aggregate;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** Writes and reads the immutable objects that state may hold, each after a byte for its kind. */
public final class StateValue {
  private static final int TEXT = 1;
  private static final int INTEGER = 2;
  private static final int DECIMAL = 3;
  private static final int LONG = 4;
  private static final int LIST = 5;

  private StateValue() {}

  /** Writes a String, BigInteger, BigDecimal, Long or a list of such. */
  public static void write(Object value, DataOutput output) throws IOException {
    if (value instanceof String text) {
      output.writeByte(TEXT);
      output.writeInt(text.length());
      output.writeChars(text);
    } else if (value instanceof BigInteger number) {
      output.writeByte(INTEGER);
      writeBytes(number.toByteArray(), output);
    } else if (value instanceof BigDecimal number) {
      output.writeByte(DECIMAL);
      output.writeInt(number.scale());
      writeBytes(number.unscaledValue().toByteArray(), output);
    } else if (value instanceof Long number) {
      output.writeByte(LONG);
      output.writeLong(number);
    } else if (value instanceof List<?> list) {
      output.writeByte(LIST);
      output.writeInt(list.size());
      for (Object element : list) {
        write(element, output);
      }
    } else {
      throw new AssertionError(value.getClass());
    }
  }

  /** Reads what {@link #write} wrote. */
  public static Object read(DataInput input) throws IOException {
    int kind = input.readByte();
    return switch (kind) {
      case TEXT -> readText(input);
      case INTEGER -> new BigInteger(readBytes(input));
      case DECIMAL -> {
        int scale = input.readInt();
        yield new BigDecimal(new BigInteger(readBytes(input)), scale);
      }
      case LONG -> input.readLong();
      case LIST -> {
        List<Object> list = new ArrayList<>();
        int size = input.readInt();
        for (int i = 0; i < size; i++) {
          list.add(read(input));
        }
        yield List.copyOf(list);
      }
      default -> throw new IOException("a value must be of a known kind: kind=" + kind);
    };
  }

  private static String readText(DataInput input) throws IOException {
    char[] characters = new char[input.readInt()];
    for (int i = 0; i < characters.length; i++) {
      characters[i] = input.readChar();
    }
    return new String(characters);
  }

  private static void writeBytes(byte[] bytes, DataOutput output) throws IOException {
    output.writeInt(bytes.length);
    output.write(bytes);
  }

  private static byte[] readBytes(DataInput input) throws IOException {
    byte[] bytes = new byte[input.readInt()];
    input.readFully(bytes);
    return bytes;
  }
}
