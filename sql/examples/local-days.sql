-- Days of two time zones, from hours: a view over a view, and totals beside the parts.
-- The first day of the file is cut differently in Tokyo and in New York; both have all edits.
-- Run it with: ./shell/sash sql/examples/local-days.sql

CREATE STREAM edits (
  ts TIMESTAMP(3),
  channel VARCHAR,
  added INT,
  WATERMARK FOR ts AS ts - INTERVAL '1' MINUTE
) WITH (connector = 'file', path = 'sql/data/wiki.csv.gz');

CREATE MATERIALIZED VIEW hourly RETAIN ALL AS
  SELECT channel, COUNT(*) AS edits, window_start, window_end, window_time
  FROM TABLE(TUMBLE(TABLE edits, DESCRIPTOR(ts), INTERVAL '1' HOUR))
  GROUP BY channel, window_start, window_end, window_time;

CREATE MATERIALIZED VIEW days_in_tokyo RETAIN ALL AS
  SELECT SUM(edits) AS edits, COUNT(*) AS channel_hours, window_start, window_end
  FROM TABLE(TUMBLE(TABLE hourly, DESCRIPTOR(window_time), INTERVAL '1' DAY, 'Asia/Tokyo'))
  GROUP BY window_start, window_end;

CREATE MATERIALIZED VIEW days_in_new_york RETAIN ALL AS
  SELECT GROUPING(channel) AS total, channel, COUNT(*) AS edits, window_start, window_end
  FROM TABLE(TUMBLE(TABLE edits, DESCRIPTOR(ts), INTERVAL '1' DAY, 'America/New_York'))
  GROUP BY window_start, window_end, ROLLUP (channel);

-- Windows are shown in UTC: a day of Tokyo begins at 15:00, one of New York at 04:00 in summer.
SELECT edits, window_start, window_end FROM days_in_tokyo ORDER BY window_start;

SELECT edits, window_start, window_end FROM days_in_new_york WHERE total = 1 ORDER BY window_start;

SELECT channel, edits FROM days_in_new_york WHERE total = 0 ORDER BY edits DESC, channel LIMIT 3;
