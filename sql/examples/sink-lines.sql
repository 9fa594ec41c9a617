-- Sinks: the rows of a view go to the standard output as JSON lines, each window when it closes.
-- Run it with: ./shell/sash sql/examples/sink-lines.sql

CREATE STREAM requests (
  ts TIMESTAMP(3),
  path VARCHAR,
  status INT,
  WATERMARK FOR ts AS ts
) WITH (
  connector = 'datagen',
  rows = 600,
  seed = 7,
  interval = '1 s',
  start = '2026-01-01 00:00:00',
  path.values = '/,/cart,/pay',
  status.values = '200,200,200,500'
);

CREATE MATERIALIZED VIEW failures AS
  SELECT path, COUNT(*) AS requests, COUNT(*) FILTER (WHERE status >= 500) AS failed, window_end
  FROM TABLE(TUMBLE(TABLE requests, DESCRIPTOR(ts), INTERVAL '5' MINUTE))
  GROUP BY path, window_start, window_end;

CREATE SINK failure_lines FROM failures WITH (connector = 'stdout', format = 'json');

WAIT FOR failure_lines;

SHOW SINKS;
