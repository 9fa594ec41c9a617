-- NEXMark q22, directories of an address.
-- SPLIT_PART counts from 1; in https://www.nexmark.com/a/b/c the fourth part is the first directory.
-- Run it with: ./shell/sash sql/examples/nexmark/q22.sql

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

CREATE MATERIALIZED VIEW q22 AS
  SELECT
    auction,
    bidder,
    price,
    channel,
    SPLIT_PART(url, '/', 4) AS dir1,
    SPLIT_PART(url, '/', 5) AS dir2,
    SPLIT_PART(url, '/', 6) AS dir3
  FROM bid;

SELECT * FROM q22 LIMIT 5;
