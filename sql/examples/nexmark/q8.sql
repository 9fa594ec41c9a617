-- NEXMark q8, new users: who came in the last ten seconds and has an auction already?
-- Run it with: ./shell/sash sql/examples/nexmark/q8.sql

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

CREATE MATERIALIZED VIEW q8 AS
  SELECT p.id, p.name, p.window_start AS start_time
  FROM (
    SELECT id, name, window_start, window_end
    FROM TABLE(TUMBLE(TABLE person, DESCRIPTOR(date_time), INTERVAL '10' SECOND))
    GROUP BY id, name, window_start, window_end) AS p
  JOIN (
    SELECT seller, window_start, window_end
    FROM TABLE(TUMBLE(TABLE auction, DESCRIPTOR(date_time), INTERVAL '10' SECOND))
    GROUP BY seller, window_start, window_end) AS a
  ON p.id = a.seller AND p.window_start = a.window_start AND p.window_end = a.window_end;

SELECT * FROM q8 LIMIT 5;
