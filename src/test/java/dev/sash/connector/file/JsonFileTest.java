package dev.sash.connector.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sash.connector.Reading;
import dev.sash.error.SashException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonFileTest {
  @TempDir Path directory;

  private Reading read(String content, String columns, String... options) throws Exception {
    Path path = Files.writeString(directory.resolve("a.jsonl"), content);
    String[] all = new String[options.length + 2];
    all[0] = "path";
    all[1] = path.toString();
    System.arraycopy(options, 0, all, 2, options.length);
    return Reading.of(new FileSourceFactory(), Reading.spec(columns, all));
  }

  @Test
  void fieldsAreFoundByNameInAnyOrderAndOthersSkipped() throws Exception {
    Reading reading =
        read(
            """
            {"ts": "2023-09-18T14:23:10Z", "n": 155, "key": "pickup", "other": {"n": [1, {"x": 2}]}}

              {"key":"b","ts":"2023-09-18 14:23:11.5"}\t
            """,
            "ts TIMESTAMP(3); key VARCHAR; n INT");
    assertThat(reading.rows)
        .containsExactly("2023-09-18 14:23:10.000|pickup|155", "2023-09-18 14:23:11.500|b|null");
    assertThat(reading.bad).isEmpty();
  }

  @Test
  void anExactNameWinsInAnyOrderAndTheLastOfSeveral() throws Exception {
    Reading reading =
        read(
            """
            {"KEY": "upper"}
            {"KEY": "upper", "key": "lower"}
            {"key": "lower", "KEY": "upper"}
            {"key": "first", "key": "last"}
            """,
            "key VARCHAR");
    assertThat(reading.rows).containsExactly("upper", "lower", "lower", "last");
  }

  @Test
  void valuesAreConvertedWhateverTheirJsonType() throws Exception {
    Reading reading =
        read(
            """
            {"a": 1, "b": 1.50, "c": true, "d": 12.50, "e": 1e3}
            {"a": "2", "b": "2.5", "c": "yes", "d": "x", "e": " 7 "}
            {"a": null, "b": null, "c": null, "d": null, "e": null}
            {"a": "", "b": "", "c": 0, "d": "", "e": ""}
            {"a": 155.0, "b": 3, "c": "F", "d": false, "e": NaN}
            """,
            "a INT; b DECIMAL(5,2); c BOOLEAN; d VARCHAR; e DOUBLE");
    assertThat(reading.rows)
        .containsExactly(
            "1|1.50|true|12.50|1000.0",
            "2|2.50|true|x|7.0",
            "null|null|null|null|null",
            "null|null|false||null",
            "155|3.00|false|false|NaN");
    assertThat(reading.bad).isEmpty();
  }

  @Test
  void objectsAndArraysGiveTheirTextToTextColumns() throws Exception {
    Reading reading =
        read(
            "{\"a\": {\"x\": [1,  2]}, \"b\": [ \"ü\" ], \"c\": 1}\n{\"a\": [], \"b\": {}, \"c\": {}}\n",
            "a VARCHAR; b VARCHAR; c INT");
    assertThat(reading.rows).containsExactly("{\"x\": [1,  2]}|[ \"ü\" ]|1");
    assertThat(reading.bad).containsExactly("a.jsonl:2: column \"c\": found an object");
  }

  @Test
  void nestedValuesAreReachedByOptionOrByTheColumnsName() throws Exception {
    Reading reading =
        read(
            """
            {"user": {"Name": "ann", "tags": ["a", {"b": 2}], "x.y": 9}, "user.id": 5}
            {"user": "flat", "user.name": "direct"}
            {"user": {"tags": [1]}}
            """,
            "user.name VARCHAR; tag INT; odd INT; id INT; whole VARCHAR",
            "json.TAG",
            "user.tags[1].b",
            "json.odd",
            "user['x.y']",
            "json.id",
            "['user.id']",
            "json.whole",
            "user.tags");
    assertThat(reading.rows)
        .containsExactly(
            "ann|2|9|5|[\"a\", {\"b\": 2}]",
            "direct|null|null|null|null",
            "null|null|null|null|[1]");
    assertThat(reading.bad).isEmpty();
  }

  @Test
  void aBadLineCostsOnlyItself() throws Exception {
    Reading reading =
        read(
            """
            {"n": 1}
            {"n": 2
            {"n": 3} x
            {"n": 4}{"n": 5}
            [{"n": 6}]
            7
            {"n": 0x8}
            {"n": "9", "m": [1, 2}
            {"n": "z"}
            {"n": 10, "s": "\\ud800"}
            {"n": 11}
            """,
            "n INT; s VARCHAR");
    assertThat(reading.rows).containsExactly("1|null", "11|null");
    assertThat(reading.bad)
        .hasSize(9)
        .contains(
            "a.jsonl:2: not JSON: the object does not end on its line",
            "a.jsonl:3: text follows the JSON object",
            "a.jsonl:4: text follows the JSON object",
            "a.jsonl:5: expected one JSON object a line, found an array",
            "a.jsonl:6: expected one JSON object a line, found a value",
            "a.jsonl:9: column \"n\": \"z\" is not a whole number",
            "a.jsonl:10: column \"s\": the text has half of a surrogate pair");
    assertThat(reading.bad.get(5)).startsWith("a.jsonl:7: not JSON near byte 8: ");
    assertThat(reading.bad.get(6)).startsWith("a.jsonl:8: not JSON near byte 22: ");
    assertThat(reading.raw).contains("{\"n\": 3} x", "{\"n\": 0x8}");
  }

  @Test
  void placesInALineAreRightAfterManyLinesAndBadOnes() throws Exception {
    StringBuilder content = new StringBuilder();
    for (int i = 0; i < 3000; i++) {
      content.append("{\"n\": ").append(i).append(", \"v\": {\"i\": ").append(i).append("}}  \n");
      content.append(i % 1000 == 999 ? "{\"n\": ?}\n" : "");
    }
    Reading reading = read(content.toString(), "n INT; v VARCHAR");
    assertThat(reading.rows).hasSize(3000);
    for (int i = 0; i < 3000; i++) {
      assertThat(reading.rows.get(i)).isEqualTo(i + "|{\"i\": " + i + "}");
    }
    assertThat(reading.bad).hasSize(3);
    assertThat(reading.bad.get(2)).startsWith("a.jsonl:3003: not JSON near byte 7: ");
  }

  @Test
  void aLineLongerThanTheParsersBufferIsRead() throws Exception {
    String large = "é\\n".repeat(50_000);
    Reading reading =
        read("{\"s\": \"" + large + "\", \"n\": 1}\r\n{\"n\": 2}", "s VARCHAR; n INT");
    assertThat(reading.rows).containsExactly("é\n".repeat(50_000) + "|1", "null|2");
  }

  @Test
  void malformedUtf8IsABadRow() throws Exception {
    Path path = directory.resolve("a.ndjson");
    Files.write(path, new byte[] {'{', '"', 's', '"', ':', '"', (byte) 0xFC, '"', '}', '\n'});
    Reading reading =
        Reading.of(new FileSourceFactory(), Reading.spec("s VARCHAR", "path", path.toString()));
    assertThat(reading.rows).isEmpty();
    assertThat(reading.bad).hasSize(1);
    assertThat(reading.bad.get(0)).startsWith("a.ndjson:1: not JSON near byte 8: Invalid UTF-8");
  }

  @Test
  void textOfAllPlanesSurvives() throws Exception {
    assertThat(read("{\"s\": \"aé€😀\"}\n{\"s\": \"\\uD83D\\uDE00\"}\n", "s VARCHAR").rows)
        .containsExactly("aé€😀", "😀");
  }

  @Test
  void epochNumbersAreTimestampsWhereTheOptionSaysSo() throws Exception {
    String content = "{\"ts\": 1442018818.771}\n{\"ts\": \"1442018818\"}\n";
    assertThat(read(content, "ts TIMESTAMP(3)", "timestamp_format", "epoch_seconds").rows)
        .containsExactly("2015-09-12 00:46:58.771", "2015-09-12 00:46:58.000");
    assertThat(read(content, "ts TIMESTAMP(3)").bad)
        .contains(
            "a.jsonl:1: column \"ts\": \"1442018818.771\" is not a timestamp, expected"
                + " yyyy-MM-dd HH:mm:ss[.SSS]");
  }

  @Test
  void aRowWithoutEventTimeIsABadRow() throws Exception {
    String reason = " column \"ts\" is NULL: a row without event time belongs to no window";
    assertThat(read("{\"n\": 1}\n{\"ts\": null}\n", "n INT; ts TIMESTAMP(3)").bad)
        .containsExactly("a.jsonl:1:" + reason, "a.jsonl:2:" + reason);
  }

  @Test
  void pathOptionsAreChecked() {
    assertThatThrownBy(() -> read("", "name VARCHAR", "json.nam", "a.b"))
        .isInstanceOf(SashException.class)
        .hasMessage("option \"json.nam\" is for a column \"nam\" that is not declared")
        .extracting(e -> ((SashException) e).hint())
        .isEqualTo("did you mean \"name\"?");
    for (String path : new String[] {"a..b", "[0]", "a[x]", "a[0", "a.", "", "a[0]b"}) {
      assertThatThrownBy(() -> read("", "name VARCHAR", "json.name", path))
          .as(path)
          .hasMessage("option \"json.name\" must be a path like 'a.b[0].c', not '" + path + "'");
    }
  }

  @Test
  void emptyFilesHaveNoRows() throws Exception {
    assertThat(read("", "n INT").rows).isEmpty();
    assertThat(read("\n\r\n  \n", "n INT").rows).isEmpty();
    assertThat(read("\uFEFF{\"n\": 1}", "n INT").rows).containsExactly("1");
  }
}
