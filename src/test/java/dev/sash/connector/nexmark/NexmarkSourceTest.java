package dev.sash.connector.nexmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sash.connector.Reading;
import dev.sash.data.ColumnBatch;
import dev.sash.error.SashException;
import dev.sash.runtime.Source;
import dev.sash.runtime.SourceFactory;
import dev.sash.runtime.SourceSpec;
import dev.sash.time.ManualClock;
import dev.sash.time.TimestampText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NexmarkSourceTest {
  private static final String PERSON =
      "id BIGINT; name VARCHAR; email_address VARCHAR; credit_card VARCHAR; city VARCHAR;"
          + " state VARCHAR; date_time TIMESTAMP(3); extra VARCHAR";
  private static final String AUCTION =
      "id BIGINT; item_name VARCHAR; description VARCHAR; initial_bid BIGINT; reserve BIGINT;"
          + " date_time TIMESTAMP(3); expires TIMESTAMP(3); seller BIGINT; category BIGINT;"
          + " extra VARCHAR";
  private static final String BID =
      "auction BIGINT; bidder BIGINT; price BIGINT; channel VARCHAR; url VARCHAR;"
          + " date_time TIMESTAMP(3); extra VARCHAR";

  private final ManualClock clock = new ManualClock(TimestampText.parse("2026-05-01 12:00:00"));
  private final SourceFactory factory = new NexmarkSourceFactory(clock);

  private static SourceSpec spec(String table, String columns, String... options) {
    List<String> all = new ArrayList<>(List.of(options));
    all.addAll(List.of("table", table));
    return Reading.spec(columns, all.toArray(String[]::new));
  }

  private List<String> rows(String table, String columns, String... options)
      throws InterruptedException {
    return Reading.of(factory, spec(table, columns, options)).rows;
  }

  private List<String[]> fields(String table, String columns, String... options)
      throws InterruptedException {
    return rows(table, columns, options).stream().map(row -> row.split("\\|", -1)).toList();
  }

  private SashException error(SourceSpec spec) {
    SashException error = catchThrowableOfType(SashException.class, () -> factory.check(spec));
    assertThat(error).as("options are refused").isNotNull();
    return error;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 49, 50, 51, 53, 54, 100, 12_345})
  void everyEventIsOneOfFiftyInTheirOrder(int events) throws Exception {
    String count = String.valueOf(events);
    int whole = events / 50;
    int rest = events % 50;
    assertThat(rows("person", "id BIGINT", "events", count)).hasSize(whole + Math.min(1, rest));
    assertThat(rows("auction", "id BIGINT", "events", count))
        .hasSize(3 * whole + Math.min(3, Math.max(0, rest - 1)));
    assertThat(rows("bid", "auction BIGINT", "events", count))
        .hasSize(46 * whole + Math.max(0, rest - 4));
  }

  @Test
  void theSameSeedGivesTheSameRowsAndAnotherOneOthers() throws Exception {
    for (String[] table : new String[][] {{"person", PERSON}, {"auction", AUCTION}, {"bid", BID}}) {
      List<String> rows = rows(table[0], table[1], "events", "5000");
      assertThat(rows(table[0], table[1], "events", "5000", "seed", "1")).isEqualTo(rows);
      List<String> others = rows(table[0], table[1], "events", "5000", "seed", "2");
      assertThat(others).hasSameSizeAs(rows).isNotEqualTo(rows);
      List<String> longer = rows(table[0], table[1], "events", "9000");
      assertThat(longer.subList(0, rows.size())).isEqualTo(rows);
    }
  }

  @Test
  void aColumnDoesNotDependOnTheOthers() throws Exception {
    List<String> prices = fields("bid", BID, "events", "2000").stream().map(row -> row[2]).toList();
    assertThat(rows("bid", "PRICE BIGINT NOT NULL", "events", "2000")).isEqualTo(prices);
  }

  @Test
  void eventTimesFollowStartAndRate() throws Exception {
    assertThat(rows("bid", "date_time TIMESTAMP(3)", "events", "16", "events_per_second", "10000"))
        .hasSize(12)
        .startsWith("2026-01-01 00:00:00.000")
        .endsWith("2026-01-01 00:00:00.001");
    assertThat(
            rows(
                "person",
                "date_time TIMESTAMP(3)",
                "events",
                "101",
                "events_per_second",
                "3",
                "start",
                "1969-12-31 23:59:59"))
        .containsExactly(
            "1969-12-31 23:59:59.000", "1970-01-01 00:00:15.666", "1970-01-01 00:00:32.333");
  }

  @Test
  void whatIsNamedExistsAndCameBefore() throws Exception {
    String[] options = {"events", "30000", "events_per_second", "1000", "seed", "-7"};
    Map<String, String> persons = new HashMap<>();
    fields("person", PERSON, options).forEach(row -> persons.put(row[0], row[6]));
    assertThat(persons).hasSize(600);
    Map<String, String> auctions = new HashMap<>();
    for (String[] row : fields("auction", AUCTION, options)) {
      auctions.put(row[0], row[5]);
      assertThat(persons.get(row[7])).as("seller").isNotNull().isLessThan(row[5]);
      assertThat(row[6]).as("expires").isGreaterThan(row[5]);
      assertThat(Long.parseLong(row[4])).as("reserve").isGreaterThan(Long.parseLong(row[3]));
      assertThat(row[8]).isIn("10", "11", "12", "13", "14");
    }
    assertThat(auctions).hasSize(1800);
    for (String[] row : fields("bid", BID, options)) {
      assertThat(auctions.get(row[0])).as("auction").isNotNull().isLessThan(row[5]);
      assertThat(persons.get(row[1])).as("bidder").isNotNull().isLessThan(row[5]);
      assertThat(Long.parseLong(row[2])).as("price").isBetween(100L, 100_000_000L);
    }
  }

  @Test
  void someAreMoreBusyThanOthers() throws Exception {
    Map<String, Integer> counts = new HashMap<>();
    Set<String> urls = new HashSet<>();
    List<String[]> bids = fields("bid", BID, "events", "100000");
    for (String[] row : bids) {
      boolean hotAuction = Long.parseLong(row[0]) % 100 == 0;
      boolean hotBidder = Long.parseLong(row[1]) % 100 == 1;
      boolean hotChannel = !row[3].startsWith("channel-");
      counts.merge("auction", hotAuction ? 1 : 0, Integer::sum);
      counts.merge("bidder", hotBidder ? 1 : 0, Integer::sum);
      counts.merge("channel", hotChannel ? 1 : 0, Integer::sum);
      counts.merge("cheap", Long.parseLong(row[2]) < 100_000 ? 1 : 0, Integer::sum);
      counts.merge(
          "numbered", !hotChannel && row[4].contains("&channel_id=") ? 1 : 0, Integer::sum);
      urls.add(row[3] + row[4]);
      assertThat(row[4])
          .matches("https://www.nexmark.com/([a-z]{5}/){3}item.htm\\?query=1(&channel_id=\\d+)?");
    }
    assertThat(counts.get("auction")).isBetween(46_000, 47_500);
    assertThat(counts.get("bidder")).isBetween(68_500, 69_700);
    assertThat(counts.get("channel")).isBetween(45_500, 46_500);
    assertThat(counts.get("cheap")).isBetween(45_500, 46_500);
    assertThat(counts.get("numbered")).isBetween(41_000, 41_800);
    assertThat(urls).hasSizeBetween(9_000, 10_004);
    Map<String, Integer> sellers = new HashMap<>();
    fields("auction", AUCTION, "events", "100000")
        .forEach(row -> sellers.merge(row[7].endsWith("00") ? "hot" : "other", 1, Integer::sum));
    assertThat(sellers.get("hot")).isBetween(4_450, 4_650);
  }

  @Test
  void personsLiveInPlacesThatThereAre() throws Exception {
    Set<String> places = new HashSet<>();
    Set<String> mails = new HashSet<>();
    for (String[] row : fields("person", PERSON, "events", "50000")) {
      places.add(row[4] + ", " + row[5]);
      mails.add(row[2]);
      assertThat(row[2]).matches("[a-z]+\\.[a-z]+\\d+@example\\.com");
      assertThat(row[3]).matches("(\\d{4} ){3}\\d{4}");
      assertThat(row[7]).hasSize(100);
    }
    assertThat(places).hasSize(11).contains("Boise, ID", "Portland, OR", "San Diego, CA");
    assertThat(mails).hasSize(1000);
  }

  /** Endless streams that were opened one after the other show the same moment. */
  @Test
  void withoutEventsItGoesOnWithTheClock() throws Exception {
    String[] options = {"events_per_second", "100", "start", "2026-05-01 11:59:00"};
    SourceSpec bids = spec("bid", "auction BIGINT; date_time TIMESTAMP(3)", options);
    assertThat(factory.check(bids)).isFalse();
    Reading early = new Reading();
    Reading late = new Reading();
    // Event 6000 is a person, 6001 to 6003 are auctions.
    try (Source first = factory.open(bids, early)) {
      clock.advanceTo(clock.nowMillis() + 39);
      assertThat(first.poll(0)).isNull();
      clock.advanceTo(clock.nowMillis() + 1);
      early.add(first.poll(0));
      assertThat(first.poll(0)).isNull();
      clock.advanceTo(clock.nowMillis() + 460);
      try (Source second = factory.open(bids, late)) {
        assertThat(second.poll(0)).isNull();
        clock.advanceTo(clock.nowMillis() + 40);
        early.add(first.poll(0));
        late.add(second.poll(0));
        assertThat(first.isAtEnd()).isFalse();
      }
    }
    assertThat(early.rows).hasSize(47).first().asString().endsWith("|2026-05-01 12:00:00.040");
    assertThat(late.rows).containsExactly(early.rows.get(46));
    assertThat(late.rows.get(0)).endsWith("|2026-05-01 12:00:00.540");
  }

  @Test
  void aStartToComeIsWaitedFor() throws Exception {
    SourceSpec spec =
        spec("person", "id BIGINT; date_time TIMESTAMP(3)", "start", "2026-05-01 12:00:10");
    Reading reading = new Reading();
    try (Source source = factory.open(spec, reading)) {
      assertThat(source.poll(0)).isNull();
      clock.advanceTo(clock.nowMillis() + 10_000);
      ColumnBatch batch = source.poll(0);
      assertThat(batch).isNotNull();
      reading.add(batch);
    }
    assertThat(reading.rows).containsExactly("1000|2026-05-01 12:00:10.000");
  }

  @Test
  void closingEndsAWaitingPoll() throws Exception {
    Source source =
        factory.open(spec("bid", "auction BIGINT", "start", "2030-01-01"), new Reading());
    Thread closer = new Thread(source::close);
    closer.start();
    // The clock stands still: without the close this would wait for its whole time.
    assertThat(source.poll(60_000)).isNull();
    closer.join();
    assertThat(source.isAtEnd()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "event;5;option \"event\" does not exist here;did you mean \"events\"?",
        "rows;5;option \"rows\" does not exist here;",
        "events;-1;option \"events\" must be a whole number of at least 0, not '-1';",
        "events_per_second;0;option \"events_per_second\" must be a whole number of at least 1, not"
            + " '0';",
        "events_per_second;2000000000;option \"events_per_second\" must be a whole number from 1 to"
            + " 1000000000, not '2000000000';",
        "seed;lucky;option \"seed\" must be a whole number of at least -9223372036854775808, not"
            + " 'lucky';",
        "start;noon;option \"start\" must be a timestamp like '2026-01-01 00:00:00', not 'noon';",
        "time_zone;UTC;option \"time_zone\" does not exist here: generated times are UTC;leave it"
            + " out",
      })
  void optionsAreChecked(String name, String value, String message, String hint) {
    SashException error = error(spec("bid", "auction BIGINT", name, value));
    assertThat(error).hasMessage(message);
    if (hint != null) {
      assertThat(error.hint()).isEqualTo(hint);
    }
  }

  @Test
  void theTableMustBeNamed() {
    SashException missing = error(Reading.spec("auction BIGINT", "events", "10"));
    assertThat(missing).hasMessage("option \"table\" is missing");
    assertThat(missing.hint()).isEqualTo("write WITH (..., table = 'bid')");
    SashException other = error(spec("bids", "auction BIGINT"));
    assertThat(other).hasMessage("option \"table\" must be person or auction or bid, not 'bids'");
    assertThat(other.hint()).isEqualTo("did you mean \"bid\"?");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "prise BIGINT;table \"bid\" has no column \"prise\";did you mean \"price\"?",
        "seller BIGINT;table \"bid\" has no column \"seller\";its columns are auction, bidder,"
            + " price, channel, url, date_time, extra",
        "price INT;column \"price\" cannot be INTEGER: it holds BIGINT;write price BIGINT",
        "Price VARCHAR;column \"Price\" cannot be VARCHAR: it holds BIGINT;write Price BIGINT",
        "url VARCHAR(50);column \"url\" cannot be VARCHAR(50): it holds VARCHAR;write url VARCHAR,"
            + " or at least VARCHAR(100)",
        "date_time TIMESTAMP(0);column \"date_time\" cannot be TIMESTAMP(0): it holds"
            + " TIMESTAMP(3);write date_time TIMESTAMP(3)",
      })
  void columnsAreChecked(String column, String message, String hint) {
    SashException error = error(spec("bid", column));
    assertThat(error).hasMessage(message);
    assertThat(error.hint()).isEqualTo(hint);
  }
}
