-- Requests per second of each path: the last ten seconds, every second, from generated requests.
-- 25 requests a second in all; the seed makes every run the same.
-- Run it with: ./shell/sash sql/examples/qps.sql

CREATE STREAM requests (ts TIMESTAMP(3), api_path VARCHAR, WATERMARK FOR ts AS ts)
WITH (
  connector = 'datagen',
  rows = 3000,
  seed = 22,
  start = '2025-06-02 08:00:00',
  interval = '40 ms',
  api_path.values = '/search,/cart,/checkout'
);

CREATE MATERIALIZED VIEW qps AS
  SELECT api_path, CAST(COUNT(*) / 10.0 AS DECIMAL(8, 2)) AS qps, window_end
  FROM TABLE(HOP(TABLE requests, DESCRIPTOR(ts), INTERVAL '1' SECOND, INTERVAL '10' SECOND))
  GROUP BY api_path, window_start, window_end;

SELECT window_end, SUM(qps) AS all_paths, MAX(qps) AS busiest
FROM qps
WHERE window_end BETWEEN TIMESTAMP '2025-06-02 08:01:00' AND TIMESTAMP '2025-06-02 08:01:03'
GROUP BY window_end
ORDER BY window_end;

-- One pane update a request, though each is in ten windows.
SELECT rows_read, pane_updates FROM sash.progress WHERE view = 'qps';
