-- Average order of each product over twelve hours, every hour, in Beijing's hours.
-- Times are UTC; Beijing is UTC+8, so its clock is what is shown plus eight hours. (Hours start at
-- the same instants in both. For days, give the offset: TUMBLE(ts, INTERVAL '1' DAY, INTERVAL '-8' HOUR).)
-- Run it with: ./shell/sash sql/examples/orders.sql

CREATE STREAM orders (ts TIMESTAMP, product VARCHAR, amount DECIMAL(10, 2), WATERMARK FOR ts AS ts)
WITH (connector = 'file', path = 'sql/data/orders.csv');

CREATE MATERIALIZED VIEW average_order AS
  SELECT
    product,
    AVG(amount) AS amount,
    window_start + INTERVAL '8' HOUR AS beijing_from,
    window_end + INTERVAL '8' HOUR AS beijing_to,
    window_end
  FROM TABLE(HOP(TABLE orders, DESCRIPTOR(ts), INTERVAL '1' HOUR, INTERVAL '12' HOUR, INTERVAL '-8' HOUR))
  GROUP BY product, window_start, window_end;

-- Windows that hold all orders: product1 150, product2 300.
SELECT product, CAST(amount AS DECIMAL(10, 2)) AS amount, beijing_from, beijing_to
FROM average_order
WHERE beijing_from BETWEEN TIMESTAMP '2024-12-31 23:00:00' AND TIMESTAMP '2025-01-01 00:00:00'
ORDER BY beijing_from, product;
