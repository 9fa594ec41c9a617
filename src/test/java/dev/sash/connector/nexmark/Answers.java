package dev.sash.connector.nexmark;

import dev.sash.connector.nexmark.AuctionRows.Auction;
import dev.sash.connector.nexmark.AuctionRows.Bid;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What the answers of the queries are written with; rows are texts with bars between the values.
 */
final class Answers {
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");
  private static final long DAY = 86_400_000;

  private Answers() {}

  static String row(Object... values) {
    return List.of(values).stream().map(String::valueOf).collect(Collectors.joining(" | "));
  }

  static LocalDateTime at(long millis) {
    return LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), ZoneOffset.UTC);
  }

  /** A timestamp as it is printed: without zeros at the end of its fraction. */
  static String time(long millis) {
    long fraction = Math.floorMod(millis, 1000);
    String digits = String.format("%03d", fraction).replaceAll("0+$", "");
    return at(millis).format(SECONDS) + (digits.isEmpty() ? "" : "." + digits);
  }

  static String day(long millis) {
    return at(millis).toLocalDate().toString();
  }

  static String minute(long millis) {
    return at(millis).format(DateTimeFormatter.ofPattern("HH:mm"));
  }

  static long windowStart(long time, long size) {
    return Math.floorDiv(time, size) * size;
  }

  static String dayEnd(long time) {
    return time(windowStart(time, DAY) + DAY);
  }

  static String euros(long price) {
    return BigDecimal.valueOf(price).multiply(new BigDecimal("0.908")).toPlainString();
  }

  /** The mean of integers: the DOUBLE that is nearest to it. */
  static double mean(Collection<Long> values) {
    BigDecimal sum = BigDecimal.ZERO;
    for (long value : values) {
      sum = sum.add(BigDecimal.valueOf(value));
    }
    return sum.divide(BigDecimal.valueOf(values.size()), new MathContext(60)).doubleValue();
  }

  static <K, T> Map<K, List<T>> grouped(Collection<T> rows, Function<T, K> key) {
    Map<K, List<T>> groups = new TreeMap<>();
    for (T row : rows) {
      groups.computeIfAbsent(key.apply(row), absent -> new ArrayList<>()).add(row);
    }
    return groups;
  }

  /** The bids that came while their auction was open. */
  static List<Bid> valid(AuctionRows rows) {
    Map<Long, Auction> auctions = auctions(rows);
    List<Bid> valid = new ArrayList<>();
    for (Bid bid : rows.bids()) {
      Auction auction = auctions.get(bid.auction());
      if (auction.time() <= bid.time() && bid.time() <= auction.expires()) {
        valid.add(bid);
      }
    }
    return valid;
  }

  static Map<Long, Auction> auctions(AuctionRows rows) {
    Map<Long, Auction> auctions = new HashMap<>();
    rows.auctions().forEach(auction -> auctions.put(auction.id(), auction));
    return auctions;
  }

  /** The highest valid bid of each auction, of equal ones the first. */
  static Collection<Bid> winners(AuctionRows rows) {
    Map<Long, Bid> best = new HashMap<>();
    for (Bid bid : valid(rows)) {
      Bid before = best.get(bid.auction());
      if (before == null || bid.price() > before.price()) {
        best.put(bid.auction(), bid);
      }
    }
    return best.values();
  }
}
