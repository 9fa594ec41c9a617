package dev.sash.connector.nexmark;

import static dev.sash.data.DataType.Kind.BIGINT;
import static dev.sash.data.DataType.Kind.TIMESTAMP;
import static dev.sash.data.DataType.Kind.TIMESTAMP_LTZ;
import static dev.sash.data.DataType.Kind.VARCHAR;

import dev.sash.data.ColumnBuilder;
import dev.sash.data.DataType;
import dev.sash.data.DataType.Kind;
import dev.sash.data.LongColumnBuilder;
import dev.sash.data.TextColumnBuilder;
import java.util.List;

/**
 * A column that a stream of a table may declare.
 *
 * @param name in lower case
 * @param kind what it is declared as
 * @param length characters of its longest text; of other kinds 0
 * @param writers makes what fills it
 */
record NexmarkColumn(String name, Kind kind, int length, Writers writers) {
  private static final int TIME_DIGITS = 3;

  private static final List<NexmarkColumn> PERSON =
      List.of(
          number("id", (house, event) -> house.personId(event)),
          word("name", AuctionTexts.WORD_LENGTH, (texts, event) -> texts.name(event)),
          spelled("email_address", (texts, event, builder) -> texts.mail(event, builder)),
          spelled("credit_card", (texts, event, builder) -> texts.card(event, builder)),
          word("city", AuctionTexts.WORD_LENGTH, (texts, event) -> texts.city(event)),
          word("state", AuctionTexts.STATE_LENGTH, (texts, event) -> texts.state(event)),
          time("date_time", (house, event) -> house.settings().timeMillis(event)),
          extra(NexmarkTable.PERSON));

  private static final List<NexmarkColumn> AUCTION =
      List.of(
          number("id", (house, event) -> house.auctionId(event)),
          word("item_name", AuctionTexts.WORD_LENGTH, (texts, event) -> texts.item(event)),
          word(
              "description",
              AuctionTexts.DESCRIPTION_LENGTH,
              (texts, event) -> texts.description(event)),
          number("initial_bid", (house, event) -> house.price(event)),
          number("reserve", (house, event) -> house.reserve(event)),
          time("date_time", (house, event) -> house.settings().timeMillis(event)),
          time("expires", (house, event) -> house.expiresMillis(event)),
          number("seller", (house, event) -> house.seller(event)),
          number("category", (house, event) -> house.category(event)),
          extra(NexmarkTable.AUCTION));

  private static final List<NexmarkColumn> BID =
      List.of(
          number("auction", (house, event) -> house.bidAuction(event)),
          number("bidder", (house, event) -> house.bidder(event)),
          number("price", (house, event) -> house.price(event)),
          word("channel", AuctionTexts.WORD_LENGTH, (texts, event) -> texts.channel(event)),
          word("url", AuctionTexts.URL_LENGTH, (texts, event) -> texts.url(event)),
          time("date_time", (house, event) -> house.settings().timeMillis(event)),
          extra(NexmarkTable.BID));

  /** Appends the value of an event. */
  interface Writer {
    void append(long event);
  }

  /** Makes a writer into a column's builder. */
  interface Writers {
    Writer into(ColumnBuilder builder, AuctionHouse house, AuctionTexts texts);
  }

  /** A number of an event. */
  private interface NumberOf {
    long value(AuctionHouse house, long event);
  }

  /** A text of an event that other events have too. */
  private interface WordOf {
    String value(AuctionTexts texts, long event);
  }

  /** Appends a text of an event. */
  private interface Spelling {
    void append(AuctionTexts texts, long event, TextColumnBuilder builder);
  }

  /** All columns of a table, in the order in which they are usually declared. */
  static List<NexmarkColumn> of(NexmarkTable table) {
    return switch (table) {
      case PERSON -> PERSON;
      case AUCTION -> AUCTION;
      case BID -> BID;
    };
  }

  private static NexmarkColumn number(String name, NumberOf number) {
    return longs(name, BIGINT, number);
  }

  private static NexmarkColumn time(String name, NumberOf millis) {
    return longs(name, TIMESTAMP, millis);
  }

  private static NexmarkColumn longs(String name, Kind kind, NumberOf number) {
    return new NexmarkColumn(
        name,
        kind,
        0,
        (builder, house, texts) -> {
          LongColumnBuilder longs = (LongColumnBuilder) builder;
          return event -> longs.append(number.value(house, event));
        });
  }

  private static NexmarkColumn extra(NexmarkTable table) {
    return word("extra", AuctionTexts.extraLength(table), (texts, event) -> texts.extra(event));
  }

  private static NexmarkColumn word(String name, int length, WordOf word) {
    return new NexmarkColumn(
        name,
        VARCHAR,
        length,
        (builder, house, texts) -> {
          TextColumnBuilder column = (TextColumnBuilder) builder;
          return event -> column.append(word.value(texts, event));
        });
  }

  private static NexmarkColumn spelled(String name, Spelling spelling) {
    return new NexmarkColumn(
        name,
        VARCHAR,
        AuctionTexts.SPELLED_LENGTH,
        (builder, house, texts) -> {
          TextColumnBuilder column = (TextColumnBuilder) builder;
          return event -> spelling.append(texts, event, column);
        });
  }

  /** Whether a column of that type can hold all values. */
  boolean fits(DataType type) {
    return switch (kind) {
      case TIMESTAMP ->
          (type.kind() == TIMESTAMP || type.kind() == TIMESTAMP_LTZ)
              && type.precision() >= TIME_DIGITS;
      case VARCHAR -> type.kind() == VARCHAR && type.precision() >= length;
      default -> type.kind() == kind;
    };
  }

  /** The declaration to write, without the name. */
  String sql() {
    return kind == TIMESTAMP ? "TIMESTAMP(3)" : kind.name();
  }
}
