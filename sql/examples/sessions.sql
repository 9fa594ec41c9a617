-- Editing sessions: edits of one user less than 30 minutes apart belong together.
-- Shows the longest ones of one day of Wikipedia, and how many began in each quarter of the day.
-- Run it with: ./shell/sash sql/examples/sessions.sql

CREATE STREAM edits (
  ts TIMESTAMP(3),
  channel VARCHAR,
  usr VARCHAR,
  is_robot BOOLEAN,
  WATERMARK FOR ts AS ts - INTERVAL '1' MINUTE
) WITH (connector = 'file', path = 'sql/data/wiki.csv.gz');

CREATE MATERIALIZED VIEW sittings RETAIN ALL AS
  SELECT
    usr,
    COUNT(*) AS edits,
    SESSION_LENGTH() / 60000 AS minutes,
    window_start,
    SESSION_LAST() AS last_edit
  FROM edits
  WHERE NOT is_robot
  GROUP BY usr, SESSION(ts, INTERVAL '30' MINUTE);

SELECT usr, edits, minutes, window_start, last_edit
FROM sittings
ORDER BY minutes DESC, usr
LIMIT 5;

SELECT
  EXTRACT(HOUR FROM window_start) / 6 * 6 AS from_hour,
  COUNT(*) AS sittings,
  COUNT(*) FILTER (WHERE edits = 1) AS single_edits
FROM sittings
GROUP BY EXTRACT(HOUR FROM window_start) / 6 * 6
ORDER BY from_hour;
