-- NEXMark q19, the ten highest bids for each auction.
-- Ten rows are kept for each auction; a higher bid takes the place of the lowest one.
-- Run it with: ./shell/sash sql/examples/nexmark/q19.sql

CREATE STREAM bid (
  auction BIGINT,
  bidder BIGINT,
  price BIGINT,
  channel VARCHAR,
  url VARCHAR,
  date_time TIMESTAMP(3),
  extra VARCHAR,
  WATERMARK FOR date_time AS date_time
) WITH (connector = 'nexmark', table = 'bid', events = 20000, events_per_second = 100, start = '2025-12-31 23:59:00');

CREATE MATERIALIZED VIEW q19 AS
  SELECT auction, bidder, price, channel, url, date_time, extra, rank_number
  FROM (
    SELECT
      *,
      ROW_NUMBER() OVER (PARTITION BY auction ORDER BY price DESC) AS rank_number
    FROM bid)
  WHERE rank_number <= 10;

SELECT auction, bidder, price, rank_number FROM q19 LIMIT 10;
