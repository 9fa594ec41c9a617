-- NEXMark q20, bids with their auctions, of one category.
-- The original joins all bids with all auctions. Of two streams without end that would keep every row for
-- ever, so Sash asks how far apart they may be: here a bid comes within a day of its auction.
-- Run it with: ./shell/sash sql/examples/nexmark/q20.sql

CREATE STREAM auction (
  id BIGINT,
  item_name VARCHAR,
  description VARCHAR,
  initial_bid BIGINT,
  reserve BIGINT,
  date_time TIMESTAMP(3),
  expires TIMESTAMP(3),
  seller BIGINT,
  category BIGINT,
  extra VARCHAR,
  WATERMARK FOR date_time AS date_time
) WITH (connector = 'nexmark', table = 'auction', events = 20000, events_per_second = 100);

CREATE STREAM bid (
  auction BIGINT,
  bidder BIGINT,
  price BIGINT,
  channel VARCHAR,
  url VARCHAR,
  date_time TIMESTAMP(3),
  extra VARCHAR,
  WATERMARK FOR date_time AS date_time
) WITH (connector = 'nexmark', table = 'bid', events = 20000, events_per_second = 100);

CREATE MATERIALIZED VIEW q20 AS
  SELECT
    b.auction,
    b.bidder,
    b.price,
    b.channel,
    b.url,
    b.date_time AS bid_time,
    b.extra AS bid_extra,
    a.item_name,
    a.description,
    a.initial_bid,
    a.reserve,
    a.date_time AS auction_time,
    a.expires,
    a.seller,
    a.category,
    a.extra AS auction_extra
  FROM bid AS b JOIN auction AS a
  ON b.auction = a.id AND b.date_time BETWEEN a.date_time AND a.date_time + INTERVAL '1' DAY
  WHERE a.category = 10;

SELECT auction, bidder, price, bid_time, item_name, seller FROM q20 LIMIT 5;
