-- NEXMark q21, channel ids: known channels have a number, the others have it in the address.
-- REGEXP_EXTRACT gives the one group of its pattern.
-- Run it with: ./shell/sash sql/examples/nexmark/q21.sql

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

CREATE MATERIALIZED VIEW q21 AS
  SELECT
    auction,
    bidder,
    price,
    channel,
    CASE
      WHEN LOWER(channel) = 'apple' THEN '0'
      WHEN LOWER(channel) = 'google' THEN '1'
      WHEN LOWER(channel) = 'facebook' THEN '2'
      WHEN LOWER(channel) = 'baidu' THEN '3'
      ELSE REGEXP_EXTRACT(url, '(?:&|^)channel_id=([^&]*)')
    END AS channel_id
  FROM bid
  WHERE REGEXP_EXTRACT(url, '(?:&|^)channel_id=([^&]*)') IS NOT NULL
    OR LOWER(channel) IN ('apple', 'google', 'facebook', 'baidu');

SELECT * FROM q21 LIMIT 5;
