-- NEXMark q1, currency conversion: the price of every bid in euros.
-- Run it with: ./shell/sash sql/examples/nexmark/q1.sql

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

CREATE MATERIALIZED VIEW q1 AS
  SELECT auction, bidder, 0.908 * price AS price, date_time, extra
  FROM bid;

SELECT * FROM q1 LIMIT 5;
