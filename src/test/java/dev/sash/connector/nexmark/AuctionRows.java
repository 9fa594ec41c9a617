package dev.sash.connector.nexmark;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** The rows of the three streams as a client reads them; times are epoch milliseconds. */
record AuctionRows(List<Person> persons, List<Auction> auctions, List<Bid> bids) {

  record Person(long id, String name, String city, String state, long time) {}

  record Auction(
      long id,
      String item,
      String description,
      long initialBid,
      long reserve,
      long time,
      long expires,
      long seller,
      long category,
      String extra) {}

  record Bid(
      long auction, long bidder, long price, String channel, String url, long time, String extra) {}

  /** Turns a row into an object. */
  private interface RowOf<T> {
    T read(ResultSet row) throws SQLException;
  }

  /** The rows of those of the streams that there are. */
  static AuctionRows read(Connection connection) throws SQLException {
    return new AuctionRows(
        rows(connection, "person", AuctionRows::person),
        rows(connection, "auction", AuctionRows::auction),
        rows(connection, "bid", AuctionRows::bid));
  }

  private static <T> List<T> rows(Connection connection, String stream, RowOf<T> rowOf)
      throws SQLException {
    List<T> all = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      String known = "SELECT name FROM sash.streams WHERE name = '" + stream + "'";
      try (ResultSet names = statement.executeQuery(known)) {
        if (!names.next()) {
          return all;
        }
      }
      try (ResultSet rows = statement.executeQuery("SELECT * FROM " + stream)) {
        while (rows.next()) {
          all.add(rowOf.read(rows));
        }
      }
    }
    return all;
  }

  private static Person person(ResultSet row) throws SQLException {
    return new Person(
        row.getLong("id"),
        row.getString("name"),
        row.getString("city"),
        row.getString("state"),
        millis(row, "date_time"));
  }

  private static Auction auction(ResultSet row) throws SQLException {
    return new Auction(
        row.getLong("id"),
        row.getString("item_name"),
        row.getString("description"),
        row.getLong("initial_bid"),
        row.getLong("reserve"),
        millis(row, "date_time"),
        millis(row, "expires"),
        row.getLong("seller"),
        row.getLong("category"),
        row.getString("extra"));
  }

  private static Bid bid(ResultSet row) throws SQLException {
    return new Bid(
        row.getLong("auction"),
        row.getLong("bidder"),
        row.getLong("price"),
        row.getString("channel"),
        row.getString("url"),
        millis(row, "date_time"),
        row.getString("extra"));
  }

  private static long millis(ResultSet row, String column) throws SQLException {
    return row.getObject(column, LocalDateTime.class).toInstant(ZoneOffset.UTC).toEpochMilli();
  }
}
