-- NEXMark q9, winning bids: the highest bid of each auction, of equal ones the first.
-- A bid that comes in time is joined at once; a higher one takes the place of the one before.
-- Run it with: ./shell/sash sql/examples/nexmark/q9.sql

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

CREATE MATERIALIZED VIEW valid_bids AS
  SELECT
    a.id,
    a.item_name,
    a.description,
    a.initial_bid,
    a.reserve,
    a.date_time,
    a.expires,
    a.seller,
    a.category,
    a.extra,
    b.auction,
    b.bidder,
    b.price,
    b.date_time AS bid_time,
    b.extra AS bid_extra
  FROM auction AS a JOIN bid AS b
  ON a.id = b.auction
    AND b.date_time BETWEEN a.date_time AND a.date_time + INTERVAL '1' DAY
    AND b.date_time <= a.expires;

CREATE MATERIALIZED VIEW q9 AS
  SELECT *
  FROM valid_bids
  QUALIFY ROW_NUMBER() OVER (PARTITION BY id ORDER BY price DESC, bid_time) = 1;

SELECT id, item_name, bidder, price, bid_time FROM q9 ORDER BY id LIMIT 5;
