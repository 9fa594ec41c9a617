-- NEXMark q6, average selling price by seller, over the last eleven auctions.
-- The original puts OVER (ROWS ...) upon bids that are outbid later, which no engine keeps up to date
-- (nor does Flink). A view keeps the bids that count, and the database, which reads views like tables,
-- answers what they amount to at the moment.
-- Run it with: ./shell/sash sql/examples/nexmark/q6.sql

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
  SELECT a.seller, b.auction, b.bidder, b.price, b.date_time AS bid_time
  FROM auction AS a JOIN bid AS b
  ON a.id = b.auction
    AND b.date_time BETWEEN a.date_time AND a.date_time + INTERVAL '1' DAY
    AND b.date_time <= a.expires;

CREATE VIEW q6 AS
  SELECT
    seller,
    CAST(
      AVG(final) OVER (
        PARTITION BY seller ORDER BY bid_time ROWS BETWEEN 10 PRECEDING AND CURRENT ROW)
      AS DECIMAL(18, 2)) AS average
  FROM (
    SELECT seller, auction, price AS final, bid_time
    FROM valid_bids
    QUALIFY ROW_NUMBER() OVER (PARTITION BY auction ORDER BY price DESC, bid_time) = 1);

SELECT * FROM q6 ORDER BY seller LIMIT 5;
