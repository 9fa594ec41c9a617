package dev.sash.connector.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import dev.sash.connector.format.LineScanner.Found;
import dev.sash.connector.format.RecordBuffer.Fill;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Rows out of JSON lines, one object a line. A field is taken by its exact name or, if the object
 * has none of that name, by its name in any case; of several the last one counts.
 *
 * <p>{@link FlatJson} takes the lines that it understands; Jackson decides what the others mean.
 */
final class JsonReader implements RecordReader {
  /** NaN and Infinity are no JSON, but widely written. */
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS).build();

  private static final int FOUND = 1;
  private static final int FOUND_EXACT = 2;

  private final RecordBuffer buffer;
  private final LineScanner lines;
  private final JsonNode root;
  private final JsonLine line = new JsonLine();
  private final JsonLine.Rest rest = new JsonLine.Rest();
  private final JsonText text = new JsonText();
  private final byte[] ranks;
  private final @Nullable FlatJson flat;
  private final Backoff backoff = new Backoff();
  private JsonParser parser;
  private boolean begun;

  JsonReader(ByteInput input, JsonPaths paths) throws IOException {
    this(input, paths, true);
  }

  /** A reader that may also be told to take no line for flat: the answers are the same. */
  JsonReader(ByteInput input, JsonPaths paths, boolean flat) throws IOException {
    this.flat = flat ? new FlatJson(paths) : null;
    buffer = new RecordBuffer(input);
    lines = new LineScanner(buffer);
    root = paths.tree();
    ranks = new byte[paths.byColumn().size()];
    parser = FACTORY.createParser(line);
  }

  @Override
  public Progress read(RowCollector rows) throws IOException {
    if (!begun) {
      if (buffer.skipByteOrderMark() == Fill.NONE_YET) {
        return Progress.NONE_YET;
      }
      begun = true;
    }
    while (!rows.isFull()) {
      Found found = lines.next();
      if (found == Found.LINE) {
        if (!readFlat(rows)) {
          readLine(rows);
        }
      } else if (found == Found.TOO_LONG) {
        reject(rows, "the line is longer than " + RecordBuffer.RECORD_BYTES_MAX + " bytes");
      } else {
        return found == Found.NONE_YET ? Progress.NONE_YET : Progress.END;
      }
    }
    return Progress.FULL;
  }

  private boolean readFlat(RowCollector rows) {
    if (flat == null || !backoff.isDue()) {
      return false;
    }
    if (!flat.read(buffer.bytes, lines.from(), lines.to(), rows)) {
      rows.drop();
      backoff.failed();
      return false;
    }
    rows.accept(lines.to() - lines.from());
    backoff.succeeded();
    return true;
  }

  private void readLine(RowCollector rows) throws IOException {
    line.feed(buffer.bytes, lines.from(), lines.to());
    if (line.restIsBlank()) {
      return;
    }
    String problem;
    try {
      problem = readRow(rows);
    } catch (JsonProcessingException e) {
      problem = problem(e);
    }
    if (problem.isEmpty()) {
      rows.accept(lines.to() - lines.from());
    } else {
      parser.close();
      line.drop();
      parser = FACTORY.createParser(line);
      reject(rows, problem);
    }
  }

  private void reject(RowCollector rows, String problem) {
    rows.reject(lines.line(), problem, buffer.raw(lines.from(), lines.to()));
  }

  private String problem(JsonProcessingException e) {
    if (e instanceof JsonEOFException) {
      return "not JSON: the object does not end on its line";
    }
    JsonLocation location = e.getLocation();
    String place = "";
    if (location != null && location.getByteOffset() >= 0) {
      place = " near byte " + (line.position(location.getByteOffset()) - lines.from() + 1);
    }
    return "not JSON" + place + ": " + e.getOriginalMessage();
  }

  /** Reads the fields of a row; what is wrong with it, or nothing. */
  private String readRow(RowCollector rows) throws IOException {
    JsonToken token = parser.nextToken();
    if (token != JsonToken.START_OBJECT) {
      return "expected one JSON object a line, found "
          + (token == JsonToken.START_ARRAY ? "an array" : "a value");
    }
    Arrays.fill(ranks, (byte) 0);
    if (!readObject(rows, root, FOUND_EXACT)) {
      return rows.problem();
    }
    parser.releaseBuffered(rest);
    if (!rest.wasBlank() || !line.restIsBlank()) {
      return "text follows the JSON object";
    }
    for (int column = 0; column < ranks.length; column++) {
      if (ranks[column] == 0 && !rows.appendNull(column)) {
        return rows.problem();
      }
    }
    return "";
  }

  private boolean readObject(RowCollector rows, JsonNode node, int rank) throws IOException {
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      JsonNode.Child child = node.child(name);
      JsonToken token = parser.nextToken();
      JsonNode wanted = child.node();
      if (wanted == null) {
        if (token.isStructStart()) {
          parser.skipChildren();
        }
      } else if (!readValue(rows, wanted, child.exact() ? rank : FOUND)) {
        return false;
      }
    }
    return true;
  }

  private boolean readArray(RowCollector rows, JsonNode node, int rank) throws IOException {
    int index = 0;
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      JsonNode wanted = node.element(index++);
      if (wanted != null) {
        if (!readValue(rows, wanted, rank)) {
          return false;
        }
      } else if (token.isStructStart()) {
        parser.skipChildren();
      }
    }
    return true;
  }

  private boolean readValue(RowCollector rows, JsonNode node, int rank) throws IOException {
    JsonToken token = parser.currentToken();
    if (token.isStructStart()) {
      return readStructure(rows, node, rank);
    }
    int[] columns = node.columns();
    if (columns.length == 0) {
      return true;
    }
    boolean isNull = token == JsonToken.VALUE_NULL;
    if (!isNull && !text.take(parser)) {
      return rows.fail(columns[0], "the text has half of a surrogate pair");
    }
    for (int column : columns) {
      if (begin(rows, column, rank)) {
        boolean done =
            isNull ? rows.appendNull(column) : rows.append(column, text.bytes(), 0, text.length());
        if (!done) {
          return false;
        }
      }
    }
    return true;
  }

  /** Makes room for a column's value; false if a better one is there. */
  private boolean begin(RowCollector rows, int column, int rank) {
    if (ranks[column] > rank) {
      return false;
    }
    if (ranks[column] != 0) {
      rows.remove(column);
    }
    ranks[column] = (byte) rank;
    return true;
  }

  /** An object or an array: its own text for a text column, its parts for those that want them. */
  private boolean readStructure(RowCollector rows, JsonNode node, int rank) throws IOException {
    boolean object = parser.currentToken() == JsonToken.START_OBJECT;
    int[] columns = node.columns();
    int from = 0;
    if (columns.length > 0) {
      from = line.position(parser.currentTokenLocation().getByteOffset());
    }
    if (object && node.wantsFields()) {
      if (!readObject(rows, node, rank)) {
        return false;
      }
    } else if (!object && node.wantsElements()) {
      if (!readArray(rows, node, rank)) {
        return false;
      }
    } else {
      parser.skipChildren();
    }
    if (columns.length == 0) {
      return true;
    }
    int to = line.position(parser.currentLocation().getByteOffset());
    for (int column : columns) {
      if (!rows.isText(column)) {
        return rows.fail(column, "found " + (object ? "an object" : "an array"));
      }
      if (begin(rows, column, rank) && !rows.append(column, buffer.bytes, from, to)) {
        return false;
      }
    }
    return true;
  }
}
