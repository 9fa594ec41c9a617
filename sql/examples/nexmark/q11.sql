-- NEXMark q11, user sessions: how many bids has a user made until ten seconds without one?
-- Run it with: ./shell/sash sql/examples/nexmark/q11.sql

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

CREATE MATERIALIZED VIEW q11 AS
  SELECT bidder, COUNT(*) AS bid_count, window_start AS start_time, window_end AS end_time
  FROM TABLE(SESSION(TABLE bid PARTITION BY bidder, DESCRIPTOR(date_time), INTERVAL '10' SECOND))
  GROUP BY bidder, window_start, window_end;

SELECT * FROM q11 ORDER BY bid_count DESC, start_time LIMIT 5;
