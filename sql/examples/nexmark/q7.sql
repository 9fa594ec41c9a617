-- NEXMark q7, highest bid of each ten seconds.
-- Written as the original is, which looks for bids with that price up to the end of the window and not
-- only before it, and with the bids of the same window.
-- Run it with: ./shell/sash sql/examples/nexmark/q7.sql

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

CREATE MATERIALIZED VIEW q7 AS
  SELECT b.auction, b.price, b.bidder, b.date_time, b.extra
  FROM bid AS b JOIN (
    SELECT MAX(price) AS max_price, window_end AS date_time
    FROM TABLE(TUMBLE(TABLE bid, DESCRIPTOR(date_time), INTERVAL '10' SECOND))
    GROUP BY window_start, window_end) AS highest
  ON b.price = highest.max_price
  WHERE b.date_time BETWEEN highest.date_time - INTERVAL '10' SECOND AND highest.date_time;

CREATE MATERIALIZED VIEW q7_by_window AS
  SELECT b.auction, b.price, b.bidder, b.date_time, b.extra
  FROM TABLE(TUMBLE(TABLE bid, DESCRIPTOR(date_time), INTERVAL '10' SECOND)) AS b JOIN (
    SELECT MAX(price) AS max_price, window_start, window_end
    FROM TABLE(TUMBLE(TABLE bid, DESCRIPTOR(date_time), INTERVAL '10' SECOND))
    GROUP BY window_start, window_end) AS highest
  ON b.price = highest.max_price
    AND b.window_start = highest.window_start
    AND b.window_end = highest.window_end;

SELECT * FROM q7 LIMIT 5;
