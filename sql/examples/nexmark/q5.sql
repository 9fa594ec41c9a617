-- NEXMark q5, hot items: the auctions with the most bids of the last ten seconds, every two seconds.
-- Written as the original is, with a join, and shorter, with RANK; both give the same rows.
-- Run it with: ./shell/sash sql/examples/nexmark/q5.sql

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

CREATE MATERIALIZED VIEW q5 AS
  SELECT auction_bids.auction, auction_bids.num, auction_bids.window_end
  FROM (
    SELECT auction, COUNT(*) AS num, window_start, window_end
    FROM TABLE(HOP(TABLE bid, DESCRIPTOR(date_time), INTERVAL '2' SECOND, INTERVAL '10' SECOND))
    GROUP BY auction, window_start, window_end) AS auction_bids
  JOIN (
    SELECT MAX(count_bids.num) AS max_num, window_start, window_end
    FROM (
      SELECT auction, COUNT(*) AS num, window_start, window_end
      FROM TABLE(HOP(TABLE bid, DESCRIPTOR(date_time), INTERVAL '2' SECOND, INTERVAL '10' SECOND))
      GROUP BY auction, window_start, window_end) AS count_bids
    GROUP BY window_start, window_end) AS max_bids
  ON auction_bids.window_start = max_bids.window_start
    AND auction_bids.window_end = max_bids.window_end
    AND auction_bids.num >= max_bids.max_num;

CREATE MATERIALIZED VIEW q5_by_rank AS
  SELECT auction, num, window_end
  FROM (
    SELECT auction, COUNT(*) AS num, window_start, window_end
    FROM TABLE(HOP(TABLE bid, DESCRIPTOR(date_time), INTERVAL '2' SECOND, INTERVAL '10' SECOND))
    GROUP BY auction, window_start, window_end)
  QUALIFY RANK() OVER (PARTITION BY window_start, window_end ORDER BY num DESC) = 1;

SELECT * FROM q5 ORDER BY window_end LIMIT 5;
