-- NEXMark q18, last bid of each bidder for each auction.
-- A bid takes the place of the one before: the view has one row for each pair.
-- Run it with: ./shell/sash sql/examples/nexmark/q18.sql

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

CREATE MATERIALIZED VIEW q18 AS
  SELECT auction, bidder, price, channel, url, date_time, extra
  FROM bid
  QUALIFY ROW_NUMBER() OVER (PARTITION BY bidder, auction ORDER BY date_time DESC) <= 1;

SELECT auction, bidder, price, date_time FROM q18 LIMIT 5;
