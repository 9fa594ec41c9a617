package dev.sash.connector.nexmark;

import static dev.sash.connector.nexmark.Answers.row;
import static dev.sash.connector.nexmark.Answers.time;
import static dev.sash.connector.nexmark.Answers.windowStart;

import dev.sash.connector.nexmark.AuctionRows.Auction;
import dev.sash.connector.nexmark.AuctionRows.Bid;
import dev.sash.connector.nexmark.AuctionRows.Person;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The answers of the queries that bring rows together, computed the plain way. */
final class JoinAnswers {
  private static final Set<String> WEST = Set.of("OR", "ID", "CA");
  private static final long TEN_SECONDS = 10_000;

  private JoinAnswers() {}

  static List<String> localItems(AuctionRows rows) {
    List<String> answers = new ArrayList<>();
    for (Auction auction : rows.auctions()) {
      for (Person person : rows.persons()) {
        if (person.id() == auction.seller()
            && auction.category() == 10
            && WEST.contains(person.state())) {
          answers.add(row(person.name(), person.city(), person.state(), auction.id()));
        }
      }
    }
    return answers;
  }

  static List<String> averagePrices(AuctionRows rows) {
    Map<Long, Auction> auctions = Answers.auctions(rows);
    Map<Long, List<Bid>> byCategory =
        Answers.grouped(Answers.winners(rows), bid -> auctions.get(bid.auction()).category());
    List<String> answers = new ArrayList<>();
    byCategory.forEach(
        (category, winners) ->
            answers.add(row(category, Answers.mean(winners.stream().map(Bid::price).toList()))));
    return answers;
  }

  static List<String> hotItems(AuctionRows rows) {
    Map<Long, Map<Long, Integer>> counts = new TreeMap<>();
    for (Bid bid : rows.bids()) {
      long newest = windowStart(bid.time(), 2_000);
      for (long start = newest; start > bid.time() - TEN_SECONDS; start -= 2_000) {
        counts
            .computeIfAbsent(start + TEN_SECONDS, absent -> new HashMap<>())
            .merge(bid.auction(), 1, Integer::sum);
      }
    }
    List<String> answers = new ArrayList<>();
    counts.forEach(
        (end, byAuction) -> {
          int most = byAuction.values().stream().mapToInt(count -> count).max().orElseThrow();
          byAuction.forEach(
              (auction, count) -> {
                if (count == most) {
                  answers.add(row(auction, count, time(end)));
                }
              });
        });
    return answers;
  }

  static List<String> sellerAverages(AuctionRows rows) {
    Map<Long, Auction> auctions = Answers.auctions(rows);
    Map<Long, List<Bid>> bySeller =
        Answers.grouped(Answers.winners(rows), bid -> auctions.get(bid.auction()).seller());
    List<String> answers = new ArrayList<>();
    bySeller.forEach(
        (seller, winners) -> {
          winners.sort(Comparator.comparingLong(Bid::time));
          for (int last = 0; last < winners.size(); last++) {
            List<Bid> frame = winners.subList(Math.max(0, last - 10), last + 1);
            BigDecimal sum = BigDecimal.valueOf(frame.stream().mapToLong(Bid::price).sum());
            BigDecimal count = BigDecimal.valueOf(frame.size());
            answers.add(row(seller, sum.divide(count, 2, RoundingMode.HALF_UP)));
          }
        });
    return answers;
  }

  /**
   * The highest bids.
   *
   * @param slackMillis 1 to look for the price at the end of a window too
   */
  static List<String> highestBids(AuctionRows rows, int slackMillis) {
    List<String> answers = new ArrayList<>();
    Map<Long, List<Bid>> byWindow =
        Answers.grouped(rows.bids(), bid -> windowStart(bid.time(), TEN_SECONDS));
    byWindow.forEach(
        (start, bids) -> {
          long most = bids.stream().mapToLong(Bid::price).max().orElseThrow();
          for (Bid bid : rows.bids()) {
            if (bid.price() == most
                && bid.time() >= start
                && bid.time() < start + TEN_SECONDS + slackMillis) {
              answers.add(row(bid.auction(), most, bid.bidder(), time(bid.time()), bid.extra()));
            }
          }
        });
    return answers;
  }

  static List<String> newUsers(AuctionRows rows) {
    List<String> answers = new ArrayList<>();
    for (Person person : rows.persons()) {
      long start = windowStart(person.time(), TEN_SECONDS);
      boolean sells =
          rows.auctions().stream()
              .anyMatch(
                  auction ->
                      auction.seller() == person.id()
                          && windowStart(auction.time(), TEN_SECONDS) == start);
      if (sells) {
        answers.add(row(person.id(), person.name(), time(start)));
      }
    }
    return answers;
  }

  static List<String> winningBids(AuctionRows rows) {
    Map<Long, Auction> auctions = Answers.auctions(rows);
    List<String> answers = new ArrayList<>();
    for (Bid bid : Answers.winners(rows)) {
      Auction auction = auctions.get(bid.auction());
      answers.add(
          row(
              auction.id(),
              auction.item(),
              auction.description(),
              auction.initialBid(),
              auction.reserve(),
              time(auction.time()),
              time(auction.expires()),
              auction.seller(),
              auction.category(),
              auction.extra(),
              bid.auction(),
              bid.bidder(),
              bid.price(),
              time(bid.time()),
              bid.extra()));
    }
    return answers;
  }

  static List<String> notes(AuctionRows rows) {
    List<String> answers = new ArrayList<>();
    for (Bid bid : rows.bids()) {
      String note = "note " + bid.auction() % 1000;
      answers.add(row(bid.auction(), bid.bidder(), bid.price(), time(bid.time()), note));
    }
    return answers;
  }

  static List<String> bidsWithAuctions(AuctionRows rows) {
    Map<Long, Auction> auctions = Answers.auctions(rows);
    List<String> answers = new ArrayList<>();
    for (Bid bid : rows.bids()) {
      Auction auction = auctions.get(bid.auction());
      if (auction.category() == 10) {
        answers.add(
            row(
                bid.auction(),
                bid.bidder(),
                bid.price(),
                bid.channel(),
                bid.url(),
                time(bid.time()),
                bid.extra(),
                auction.item(),
                auction.description(),
                auction.initialBid(),
                auction.reserve(),
                time(auction.time()),
                time(auction.expires()),
                auction.seller(),
                auction.category(),
                auction.extra()));
      }
    }
    return answers;
  }
}
