-- NEXMark q12, windows of processing time: bids of a user in ten seconds of the engine's clock.
-- An input that ends is replayed: the clock shows the time of the row that is read. With one that does not
-- end, without "events", it is the machine's.
-- Run it with: ./shell/sash sql/examples/nexmark/q12.sql

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

CREATE MATERIALIZED VIEW q12 AS
  SELECT bidder, COUNT(*) AS bid_count, window_start AS start_time, window_end AS end_time
  FROM bid
  GROUP BY bidder, TUMBLE(PROCTIME(), INTERVAL '10' SECOND);

SELECT * FROM q12 ORDER BY start_time, bid_count DESC LIMIT 5;
