-- What the load generator says when it is done: one line of JSON, the time and the latency in microseconds.
function done(summary, latency)
  local errors = summary.errors
  local failures = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  local line = '{"total":%d,"duration":%d,"p99":%d,"failures":%d}\n'
  io.write(string.format(line, summary.requests, summary.duration, latency:percentile(99), failures))
end
