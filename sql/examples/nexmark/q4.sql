-- NEXMark q4, average price of a category: the mean of the highest bids of its auctions.
-- A bid counts while its auction is open. The original says no more than that. Sash asks for a bound as
-- well, because a bid has to be looked for as long as one may come: no auction here is open for a day.
-- Whenever a highest bid is outbid, it is taken out of the mean.
-- Run it with: ./shell/sash sql/examples/nexmark/q4.sql

CREATE STREAM auction (
  id BIGINT,
  item_name VARCHAR,
  description VARCHAR,
  initial_bid BIGINT,
  reserve BIGINT,
  date_time TIMESTAMP(3),
  expires TIMESTAMP(3),
  seller BIGINT,
  category BIGINT,
  extra VARCHAR,
  WATERMARK FOR date_time AS date_time
) WITH (connector = 'nexmark', table = 'auction', events = 20000, events_per_second = 100);

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

CREATE MATERIALIZED VIEW q4 AS
  SELECT category, AVG(final) AS average
  FROM (
    SELECT MAX(b.price) AS final, a.category
    FROM auction AS a JOIN bid AS b
    ON a.id = b.auction
      AND b.date_time BETWEEN a.date_time AND a.date_time + INTERVAL '1' DAY
      AND b.date_time <= a.expires
    GROUP BY a.id, a.category)
  GROUP BY category;

SELECT * FROM q4 ORDER BY category;
