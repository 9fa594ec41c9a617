-- Sash in one minute: real edits of Wikipedia become two tables that update themselves.
-- Run it with: ./shell/sash sql/quickstart.sql

-- 1. A stream: rows with a time, read from a file. Rows may come one minute late.
CREATE STREAM edits (
  ts TIMESTAMP(3),
  channel VARCHAR,
  usr VARCHAR,
  namespace VARCHAR,
  country VARCHAR,
  is_robot BOOLEAN,
  is_anon BOOLEAN,
  is_new BOOLEAN,
  added INT,
  deleted INT,
  delta INT,
  WATERMARK FOR ts AS ts - INTERVAL '1' MINUTE
) WITH (connector = 'file', path = 'sql/data/wiki.csv.gz', format = 'csv');

-- 2. Edits of each channel in the last hour, every five minutes.
CREATE MATERIALIZED VIEW channel_edits AS
  SELECT channel, COUNT(*) AS edits, SUM(added) AS characters_added, window_end
  FROM TABLE(HOP(TABLE edits, DESCRIPTOR(ts), INTERVAL '5' MINUTE, INTERVAL '1' HOUR))
  GROUP BY channel, window_start, window_end;

-- 3. The share of robots in the last ten minutes, every minute.
CREATE MATERIALIZED VIEW robot_share AS
  SELECT
    window_end,
    COUNT(*) AS edits,
    AVG(CASE WHEN is_robot THEN 1.0 ELSE 0.0 END) AS robots
  FROM TABLE(HOP(TABLE edits, DESCRIPTOR(ts), INTERVAL '1' MINUTE, INTERVAL '10' MINUTE))
  GROUP BY window_start, window_end;

-- What runs: one pane update a row, however many windows a row is in.
EXPLAIN SELECT channel, COUNT(*) AS edits
  FROM TABLE(HOP(TABLE edits, DESCRIPTOR(ts), INTERVAL '5' MINUTE, INTERVAL '1' HOUR))
  GROUP BY channel, window_start, window_end
  EMIT ON CLOSE;

-- 4. The views are tables. The busiest hours of any channel:
SELECT channel, edits, characters_added, window_end
FROM channel_edits
ORDER BY edits DESC, window_end
LIMIT 5;

-- How the share of robots moved around noon:
SELECT window_end, edits, CAST(robots * 100 AS DECIMAL(5, 1)) AS robots_percent
FROM robot_share
WHERE window_end BETWEEN TIMESTAMP '2015-09-12 12:00:00' AND TIMESTAMP '2015-09-12 12:05:00'
ORDER BY window_end;

-- 5. And they join with ordinary tables.
CREATE TABLE language (channel VARCHAR PRIMARY KEY, name VARCHAR);
INSERT INTO language VALUES
  ('#en.wikipedia', 'English'),
  ('#fr.wikipedia', 'French'),
  ('#de.wikipedia', 'German'),
  ('#ja.wikipedia', 'Japanese');

SELECT l.name, c.edits, c.characters_added
FROM language l
JOIN channel_edits c ON c.channel = l.channel
WHERE c.window_end = TIMESTAMP '2015-09-12 12:00:00'
ORDER BY c.edits DESC;

-- Nothing is silent: what was read, what was late, what could not be read.
SELECT view, rows_read, rows_late, closed_until FROM sash.progress ORDER BY view;
