-- Success rate of message deliveries over the last five minutes, every thirty seconds.
-- One partner fails for a minute (09:08): its rate drops below 99.5 %, stays there for as long as
-- the failures are within the window, and recovers by itself.
-- Run it with: ./shell/sash sql/examples/sla.sql

CREATE STREAM messages (
  ts TIMESTAMP(3),
  partner VARCHAR,
  status VARCHAR,
  latency_ms INT,
  WATERMARK FOR ts AS ts - INTERVAL '5' SECOND
) WITH (connector = 'file', path = 'sql/data/messages.csv');

CREATE MATERIALIZED VIEW delivery AS
  SELECT
    partner,
    COUNT(*) AS messages,
    COUNT(*) FILTER (WHERE status = 'FAILED') AS failed,
    AVG(latency_ms) AS latency_ms,
    CAST(100.0 * COUNT(*) FILTER (WHERE status = 'DELIVERED') / COUNT(*) AS DECIMAL(6, 3))
      AS success_percent,
    window_end
  FROM TABLE(HOP(TABLE messages, DESCRIPTOR(ts), INTERVAL '30' SECOND, INTERVAL '5' MINUTE))
  GROUP BY partner, window_start, window_end
  EMIT EVERY INTERVAL '30' SECOND;

-- Who broke the promise of 99.5 %, from when to when, and how far? Exactly 99.5 % would keep it.
SELECT
  partner,
  COUNT(*) AS checks_below,
  MIN(success_percent) AS worst_percent,
  MIN(window_end) AS first_seen,
  MAX(window_end) AS last_seen
FROM delivery
WHERE success_percent < 99.5 AND messages > 50
GROUP BY partner
ORDER BY worst_percent;

-- What a dashboard showed at ten past nine.
SELECT partner, messages, failed, success_percent, ROUND(latency_ms, 1) AS latency_ms
FROM delivery
WHERE window_end = TIMESTAMP '2025-06-02 09:10:00'
ORDER BY partner;
