-- NEXMark q14, calculation: conditions, times and letters that are counted in a text.
-- Run it with: ./shell/sash sql/examples/nexmark/q14.sql

CREATE STREAM bid (
  auction BIGINT,
  bidder BIGINT,
  price BIGINT,
  channel VARCHAR,
  url VARCHAR,
  date_time TIMESTAMP(3),
  extra VARCHAR,
  WATERMARK FOR date_time AS date_time
) WITH (connector = 'nexmark', table = 'bid', events = 20000, events_per_second = 1, start = '2026-01-01 05:30:00');

CREATE MATERIALIZED VIEW q14 AS
  SELECT
    auction,
    bidder,
    0.908 * price AS price,
    CASE
      WHEN HOUR(date_time) >= 8 AND HOUR(date_time) <= 18 THEN 'dayTime'
      WHEN HOUR(date_time) <= 6 OR HOUR(date_time) >= 20 THEN 'nightTime'
      ELSE 'otherTime'
    END AS bid_time_type,
    date_time,
    extra,
    CHAR_LENGTH(extra) - CHAR_LENGTH(REPLACE(extra, 'c', '')) AS c_counts
  FROM bid
  WHERE 0.908 * price > 1000000 AND 0.908 * price < 50000000;

SELECT bid_time_type, COUNT(*) AS bids, SUM(c_counts) AS letters FROM q14 GROUP BY bid_time_type ORDER BY bid_time_type;
