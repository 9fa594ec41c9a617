-- NEXMark q0, pass through: every bid as it is. What reading and writing cost alone.
-- Run it with: ./shell/sash sql/examples/nexmark/q0.sql

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

CREATE MATERIALIZED VIEW q0 AS
  SELECT auction, bidder, price, date_time, extra
  FROM bid;

SELECT * FROM q0 LIMIT 5;
