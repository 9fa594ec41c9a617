-- NEXMark q10, log to files: every bid with the day and the minute that its file would have.
-- A file of them: CREATE SINK log FROM q10 WITH (connector = 'file', path = '/tmp/bids.csv');
-- Run it with: ./shell/sash sql/examples/nexmark/q10.sql

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

CREATE MATERIALIZED VIEW q10 AS
  SELECT
    auction,
    bidder,
    price,
    date_time,
    extra,
    TO_CHAR(date_time, 'YYYY-MM-DD') AS day_of,
    TO_CHAR(date_time, 'HH24:MI') AS minute_of
  FROM bid;

SELECT day_of, minute_of, COUNT(*) AS bids FROM q10 GROUP BY day_of, minute_of ORDER BY day_of, minute_of;
