-- Functions of one's own, written in Java: the mean of response times, weighted by hits, of each route.
-- Run it with: ./shell/sash sql/examples/functions/own-functions.sql
--
-- after the jar was made, and with leave to load it:
--   mkdir -p /tmp/classes /tmp/jars
--   javac -cp target/sash.jar -d /tmp/classes sql/examples/functions/*.java
--   jar cf /tmp/jars/example.jar -C /tmp/classes .
--   export SASH_JAVA_OPTS=-Dsash.jar_directory=/tmp/jars

CREATE AGGREGATE weighted_mean FOR 'example.WeightedMean';

CREATE FUNCTION route FOR 'example.Routes.route';

CREATE STREAM requests (ts TIMESTAMP(3), path VARCHAR, millis DOUBLE, hits INT, WATERMARK FOR ts AS ts);

INSERT INTO requests VALUES
  (TIMESTAMP '2026-03-01 10:00:01', '/users/17/cart', 20, 1),
  (TIMESTAMP '2026-03-01 10:00:02', '/users/4/cart', 40, 3),
  (TIMESTAMP '2026-03-01 10:00:03', '/health', 1, 10),
  (TIMESTAMP '2026-03-01 10:01:01', '/users/17/cart', 50, 2);

SELECT route(path) AS route, weighted_mean(millis, hits) AS millis, SUM(hits) AS hits, window_end
FROM requests
GROUP BY route(path), TUMBLE(ts, INTERVAL '1' MINUTE)
ORDER BY window_end, route;
