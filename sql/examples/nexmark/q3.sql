-- NEXMark q3, local item suggestion: who sells in category 10 in Oregon, Idaho or California?
-- The original joins all persons with all auctions. Of two streams without end that would keep every row
-- for ever, so Sash asks how far apart they may be: here an auction comes within a day of its seller.
-- Run it with: ./shell/sash sql/examples/nexmark/q3.sql

CREATE STREAM person (
  id BIGINT,
  name VARCHAR,
  email_address VARCHAR,
  credit_card VARCHAR,
  city VARCHAR,
  state VARCHAR,
  date_time TIMESTAMP(3),
  extra VARCHAR,
  WATERMARK FOR date_time AS date_time
) WITH (connector = 'nexmark', table = 'person', events = 20000, events_per_second = 100);

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

CREATE MATERIALIZED VIEW q3 AS
  SELECT p.name, p.city, p.state, a.id
  FROM auction AS a JOIN person AS p
  ON a.seller = p.id AND a.date_time BETWEEN p.date_time AND p.date_time + INTERVAL '1' DAY
  WHERE a.category = 10 AND p.state IN ('OR', 'ID', 'CA');

SELECT * FROM q3 LIMIT 5;

-- The original, as a query that ends.
SELECT p.state, COUNT(*) AS auctions
FROM auction AS a JOIN person AS p ON a.seller = p.id
WHERE a.category = 10 AND p.state IN ('OR', 'ID', 'CA')
GROUP BY p.state
ORDER BY p.state;
