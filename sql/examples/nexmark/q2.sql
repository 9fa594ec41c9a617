-- NEXMark q2, selection: bids for some auctions.
-- Run it with: ./shell/sash sql/examples/nexmark/q2.sql

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

CREATE MATERIALIZED VIEW q2 AS
  SELECT auction, price
  FROM bid
  WHERE MOD(auction, 123) = 0;

SELECT * FROM q2 LIMIT 5;
