-- NEXMark q13, side input: every bid with the row that an ordinary table has for its auction.
-- Run it with: ./shell/sash sql/examples/nexmark/q13.sql

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

CREATE TABLE side_input (id BIGINT PRIMARY KEY, note VARCHAR) AS
  SELECT x, 'note ' || x FROM SYSTEM_RANGE(0, 999);

CREATE MATERIALIZED VIEW q13 AS
  SELECT b.auction, b.bidder, b.price, b.date_time, s.note
  FROM bid AS b JOIN side_input AS s ON MOD(b.auction, 1000) = s.id;

SELECT * FROM q13 LIMIT 5;
