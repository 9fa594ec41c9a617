-- Error rate of each service over the last minute, checked every ten seconds; above 10 % is too high.
-- 10 of 100 lines are errors of "billing", which is not above 10 %; 11 of 100 are of "search".
-- Run it with: ./shell/sash sql/examples/error-rate.sql

CREATE STREAM logs (ts TIMESTAMP(3), service VARCHAR, level VARCHAR, WATERMARK FOR ts AS ts)
WITH (connector = 'file', path = 'sql/data/logs.csv');

CREATE MATERIALIZED VIEW error_rate AS
  SELECT
    service,
    COUNT(*) AS lines,
    COUNT(*) FILTER (WHERE level = 'ERROR') AS errors,
    CAST(100.0 * COUNT(*) FILTER (WHERE level = 'ERROR') / COUNT(*) AS DECIMAL(5, 2)) AS percent,
    window_end
  FROM TABLE(HOP(TABLE logs, DESCRIPTOR(ts), INTERVAL '10' SECOND, INTERVAL '1' MINUTE))
  GROUP BY service, window_start, window_end;

-- The three whole minutes of both services.
SELECT service, lines, errors, percent, window_end
FROM error_rate
WHERE EXTRACT(SECOND FROM window_end) = 0 AND lines = 100
ORDER BY service, window_end;

-- What an alert would say.
SELECT service, 'High error rate: ' || percent || '%' AS message, window_end
FROM error_rate
WHERE percent > 10 AND lines = 100 AND EXTRACT(SECOND FROM window_end) = 0;
