-- A vehicle comes out of a tunnel and sends what it could not send: late rows, and what becomes of them.
-- Run it with: ./shell/sash sql/examples/late-rows.sql

SET CLOCK = MANUAL;

CREATE STREAM positions (ts TIMESTAMP(3), vehicle VARCHAR, kmh INT, WATERMARK FOR ts AS ts - INTERVAL '10' SECOND);

-- Within an hour late rows correct what was sent.
CREATE MATERIALIZED VIEW corrected RETAIN ALL AS
  SELECT COUNT(*) AS n, AVG(kmh) AS kmh, window_end
  FROM TABLE(TUMBLE(TABLE positions, DESCRIPTOR(ts), INTERVAL '5' MINUTE))
  GROUP BY window_start, window_end
  EMIT ON CLOSE ALLOW LATENESS INTERVAL '1' HOUR;

-- Without ALLOW LATENESS they are dropped, and kept in late.strict.
CREATE MATERIALIZED VIEW strict RETAIN ALL AS
  SELECT COUNT(*) AS n, AVG(kmh) AS kmh, window_end
  FROM TABLE(TUMBLE(TABLE positions, DESCRIPTOR(ts), INTERVAL '5' MINUTE))
  GROUP BY window_start, window_end;

INSERT INTO positions VALUES
  (TIMESTAMP '2026-03-01 12:01:00', 'red', 80),
  (TIMESTAMP '2026-03-01 12:03:00', 'blue', 100),
  (TIMESTAMP '2026-03-01 12:06:00', 'blue', 90),
  (TIMESTAMP '2026-03-01 12:12:00', 'blue', 90);

-- Out of the tunnel.
INSERT INTO positions VALUES
  (TIMESTAMP '2026-03-01 12:02:00', 'red', 30),
  (TIMESTAMP '2026-03-01 12:04:00', 'red', 30),
  (TIMESTAMP '2026-03-01 12:13:00', 'red', 120);

WAIT FOR corrected;
WAIT FOR strict;

SELECT op, kind, rev, n, kmh, window_end FROM changes.corrected ORDER BY seq;

SELECT ts, vehicle, lateness / 1000 AS seconds_late, windows_dropped FROM late.strict ORDER BY ts;

-- Which bound would have kept them, and what they would have changed.
ADVISE WATERMARK FOR positions;

REPROCESS LATE strict;

SELECT n, kmh, window_end, _kind FROM strict ORDER BY window_end;
