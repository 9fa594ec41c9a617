-- Sudden heat: readings that are ten degrees above the mean of the ten seconds before them, each
-- compared with its own neighbours and not with those of a window.
-- The boiler warms up from the thirtieth second on, so its mean follows after some readings.
-- Run it with: ./shell/sash sql/examples/sudden-heat.sql

CREATE STREAM temperature (ts TIMESTAMP, sensor VARCHAR, celsius DOUBLE, WATERMARK FOR ts AS ts)
WITH (connector = 'file', path = 'sql/data/temperature.csv');

CREATE MATERIALIZED VIEW compared AS
  SELECT
    ts, sensor, celsius,
    celsius - LAG(celsius) OVER (PARTITION BY sensor ORDER BY ts) AS rise,
    celsius - AVG(celsius) OVER (
      PARTITION BY sensor ORDER BY ts
      RANGE BETWEEN INTERVAL '10' SECOND PRECEDING AND INTERVAL '1' SECOND PRECEDING) AS above_mean
  FROM temperature;

SELECT ts, sensor, celsius, ROUND(rise, 2) AS rise, ROUND(above_mean, 2) AS above_mean
FROM compared
WHERE above_mean > 10
ORDER BY ts, sensor;
