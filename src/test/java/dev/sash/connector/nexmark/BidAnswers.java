package dev.sash.connector.nexmark;

import static dev.sash.connector.nexmark.Answers.day;
import static dev.sash.connector.nexmark.Answers.euros;
import static dev.sash.connector.nexmark.Answers.minute;
import static dev.sash.connector.nexmark.Answers.row;
import static dev.sash.connector.nexmark.Answers.time;
import static dev.sash.connector.nexmark.Answers.windowStart;

import dev.sash.connector.nexmark.AuctionRows.Bid;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The answers of the queries over bids alone, computed the plain way. */
final class BidAnswers {
  private static final long TEN_SECONDS = 10_000;
  private static final Pattern CHANNEL_ID = Pattern.compile("&channel_id=([0-9]+)");
  private static final Map<String, String> CHANNEL_IDS =
      Map.of("apple", "0", "google", "1", "facebook", "2", "baidu", "3");

  /** All prices, then those of the three ranks. */
  private static final List<Predicate<Bid>> RANKS =
      List.of(
          bid -> true,
          bid -> bid.price() < 10_000,
          bid -> bid.price() >= 10_000 && bid.price() < 1_000_000,
          bid -> bid.price() >= 1_000_000);

  private BidAnswers() {}

  private static List<String> each(AuctionRows rows, Function<Bid, String> answer) {
    return rows.bids().stream().map(answer).toList();
  }

  static List<String> all(AuctionRows rows) {
    return each(
        rows, bid -> row(bid.auction(), bid.bidder(), bid.price(), time(bid.time()), bid.extra()));
  }

  static List<String> inEuros(AuctionRows rows) {
    return each(
        rows,
        bid -> row(bid.auction(), bid.bidder(), euros(bid.price()), time(bid.time()), bid.extra()));
  }

  static List<String> selected(AuctionRows rows) {
    return rows.bids().stream()
        .filter(bid -> bid.auction() % 123 == 0)
        .map(bid -> row(bid.auction(), bid.price()))
        .toList();
  }

  static List<String> logged(AuctionRows rows) {
    return each(
        rows,
        bid ->
            row(
                bid.auction(),
                bid.bidder(),
                bid.price(),
                time(bid.time()),
                bid.extra(),
                day(bid.time()),
                minute(bid.time())));
  }

  static List<String> sessions(AuctionRows rows) {
    List<String> answers = new ArrayList<>();
    Answers.grouped(rows.bids(), Bid::bidder)
        .forEach(
            (bidder, bids) -> {
              int first = 0;
              for (int next = 1; next <= bids.size(); next++) {
                long last = bids.get(next - 1).time();
                if (next == bids.size() || bids.get(next).time() - last >= TEN_SECONDS) {
                  String start = time(bids.get(first).time());
                  answers.add(row(bidder, next - first, start, time(last + TEN_SECONDS)));
                  first = next;
                }
              }
            });
    return answers;
  }

  static List<String> clockWindows(AuctionRows rows) {
    List<String> answers = new ArrayList<>();
    Answers.grouped(rows.bids(), bid -> windowStart(bid.time(), TEN_SECONDS))
        .forEach(
            (start, bids) ->
                Answers.grouped(bids, Bid::bidder)
                    .forEach(
                        (bidder, own) ->
                            answers.add(
                                row(bidder, own.size(), time(start), time(start + TEN_SECONDS)))));
    return answers;
  }

  static List<String> calculated(AuctionRows rows) {
    List<String> answers = new ArrayList<>();
    for (Bid bid : rows.bids()) {
      BigDecimal price = new BigDecimal(euros(bid.price()));
      if (price.compareTo(BigDecimal.valueOf(1_000_000)) > 0
          && price.compareTo(BigDecimal.valueOf(50_000_000)) < 0) {
        int hour = Answers.at(bid.time()).getHour();
        String part =
            hour >= 8 && hour <= 18
                ? "dayTime"
                : hour <= 6 || hour >= 20 ? "nightTime" : "otherTime";
        long letters = bid.extra().chars().filter(letter -> letter == 'c').count();
        String time = time(bid.time());
        answers.add(row(bid.auction(), bid.bidder(), price, part, time, bid.extra(), letters));
      }
    }
    return answers;
  }

  /** Rows of each rank, then different bidders and auctions of each rank. */
  private static List<Object> statistics(List<Bid> bids) {
    List<Object> counts = new ArrayList<>(bidsOfRanks(bids));
    for (ToLongFunction<Bid> value : List.<ToLongFunction<Bid>>of(Bid::bidder, Bid::auction)) {
      for (Predicate<Bid> rank : RANKS) {
        counts.add(bids.stream().filter(rank).mapToLong(value).distinct().count());
      }
    }
    return counts;
  }

  private static List<Object> bidsOfRanks(List<Bid> bids) {
    List<Object> counts = new ArrayList<>();
    for (Predicate<Bid> rank : RANKS) {
      counts.add(bids.stream().filter(rank).count());
    }
    return counts;
  }

  private static String listed(List<Object> values) {
    return Answers.row(values.toArray());
  }

  static List<String> dayStatistics(AuctionRows rows) {
    List<String> answers = new ArrayList<>();
    Answers.grouped(rows.bids(), bid -> day(bid.time()))
        .forEach(
            (day, bids) -> {
              List<Object> values = new ArrayList<>(List.of(day));
              values.addAll(statistics(bids));
              answers.add(listed(values));
            });
    return answers;
  }

  static List<String> channelStatistics(AuctionRows rows) {
    List<String> answers = new ArrayList<>();
    Answers.grouped(rows.bids(), bid -> bid.channel() + '/' + day(bid.time()))
        .values()
        .forEach(
            bids -> {
              Bid last = bids.get(bids.size() - 1);
              List<Object> values = new ArrayList<>();
              values.add(last.channel());
              values.add(day(last.time()));
              values.add(minute(last.time()));
              values.addAll(statistics(bids));
              answers.add(listed(values));
            });
    return answers;
  }

  static List<String> auctionStatistics(AuctionRows rows) {
    List<String> answers = new ArrayList<>();
    Answers.grouped(rows.bids(), bid -> bid.auction() + "/" + day(bid.time()))
        .values()
        .forEach(
            bids -> {
              List<Long> prices = bids.stream().map(Bid::price).sorted().toList();
              List<Object> values = new ArrayList<>();
              values.add(bids.get(0).auction());
              values.add(day(bids.get(0).time()));
              values.addAll(bidsOfRanks(bids));
              values.add(prices.get(0));
              values.add(prices.get(prices.size() - 1));
              values.add(Answers.mean(prices));
              values.add(prices.stream().mapToLong(price -> price).sum());
              answers.add(listed(values));
            });
    return answers;
  }

  static List<String> lastBids(AuctionRows rows) {
    Map<String, Bid> last = new LinkedHashMap<>();
    for (Bid bid : rows.bids()) {
      last.put(bid.auction() + "/" + bid.bidder(), bid);
    }
    return last.values().stream().map(BidAnswers::whole).toList();
  }

  private static String whole(Bid bid) {
    return row(
        bid.auction(),
        bid.bidder(),
        bid.price(),
        bid.channel(),
        bid.url(),
        time(bid.time()),
        bid.extra());
  }

  /** The ten highest; of equal ones that are alike in auction, bidder and channel the first. */
  static List<String> highestBids(AuctionRows rows) {
    List<String> answers = new ArrayList<>();
    Answers.grouped(rows.bids(), Bid::auction)
        .values()
        .forEach(
            bids -> {
              bids.sort(
                  Comparator.comparingLong(Bid::price)
                      .reversed()
                      .thenComparingLong(Bid::bidder)
                      .thenComparing(Bid::channel)
                      .thenComparingLong(Bid::time));
              for (int i = 0; i < Math.min(10, bids.size()); i++) {
                Bid bid = bids.get(i);
                answers.add(row(whole(bid), i + 1));
              }
            });
    return answers;
  }

  static List<String> channelIds(AuctionRows rows) {
    List<String> answers = new ArrayList<>();
    for (Bid bid : rows.bids()) {
      Matcher inUrl = CHANNEL_ID.matcher(bid.url());
      String known = CHANNEL_IDS.get(bid.channel().toLowerCase(Locale.ROOT));
      if (known != null || inUrl.find()) {
        String id = known != null ? known : inUrl.group(1);
        answers.add(row(bid.auction(), bid.bidder(), bid.price(), bid.channel(), id));
      }
    }
    return answers;
  }

  static List<String> directories(AuctionRows rows) {
    return each(
        rows,
        bid -> {
          String[] parts = bid.url().split("/", -1);
          return row(
              bid.auction(),
              bid.bidder(),
              bid.price(),
              bid.channel(),
              parts[3],
              parts[4],
              parts[5]);
        });
  }
}
