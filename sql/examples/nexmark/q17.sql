-- NEXMark q17, statistics of each auction and day.
-- Run it with: ./shell/sash sql/examples/nexmark/q17.sql

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

CREATE MATERIALIZED VIEW q17 AS
  SELECT
    auction,
    TO_CHAR(window_start, 'YYYY-MM-DD') AS day_of,
    COUNT(*) AS total_bids,
    COUNT(*) FILTER (WHERE price < 10000) AS rank1_bids,
    COUNT(*) FILTER (WHERE price >= 10000 AND price < 1000000) AS rank2_bids,
    COUNT(*) FILTER (WHERE price >= 1000000) AS rank3_bids,
    MIN(price) AS min_price,
    MAX(price) AS max_price,
    AVG(price) AS avg_price,
    SUM(price) AS sum_price
  FROM TABLE(TUMBLE(TABLE bid, DESCRIPTOR(date_time), INTERVAL '1' DAY))
  GROUP BY auction, window_start, window_end;

SELECT * FROM q17 ORDER BY total_bids DESC, auction LIMIT 5;
