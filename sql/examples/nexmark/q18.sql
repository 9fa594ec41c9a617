-- NEXMark q18, last bid of each bidder for each auction.
-- The original has no window, and keeps a row for each pair for ever. Here it is the last one of the day.
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
  SELECT auction, bidder, price, channel, url, date_time, extra, window_end
  FROM TABLE(TUMBLE(TABLE bid, DESCRIPTOR(date_time), INTERVAL '1' DAY))
  QUALIFY ROW_NUMBER() OVER (PARTITION BY window_start, window_end, bidder, auction ORDER BY date_time DESC) <= 1;

SELECT auction, bidder, price, date_time FROM q18 LIMIT 5;
