-- Moving average of each sensor: the last ten seconds, every two seconds.
-- The boiler warms up from the thirtieth second on; single readings jump by a degree, the average
-- does not.
-- Run it with: ./shell/sash sql/examples/moving-average.sql

CREATE STREAM temperature (ts TIMESTAMP, sensor VARCHAR, celsius DOUBLE, WATERMARK FOR ts AS ts)
WITH (connector = 'file', path = 'sql/data/temperature.csv');

CREATE MATERIALIZED VIEW smoothed AS
  SELECT sensor, AVG(celsius) AS celsius, MIN(celsius) AS low, MAX(celsius) AS high, window_end
  FROM TABLE(HOP(TABLE temperature, DESCRIPTOR(ts), INTERVAL '2' SECOND, INTERVAL '10' SECOND))
  GROUP BY sensor, window_start, window_end;

SELECT sensor, ROUND(celsius, 2) AS celsius, low, high, window_end
FROM smoothed
WHERE sensor = 'boiler' AND EXTRACT(SECOND FROM window_end) IN (0, 20, 40)
ORDER BY window_end;
