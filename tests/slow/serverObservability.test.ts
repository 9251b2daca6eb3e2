import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startSink, type MailSink } from '../../server/mail/sink.ts';
import { startCollector } from '../support/collector.ts';
import { testFilesKey } from '../support/fileKeys.ts';
import { freePort } from '../support/freePort.ts';
import { createShared } from '../support/postgres.ts';
import { startServer } from '../support/serverProcess.ts';

let sink: MailSink;
let shared: Awaited<ReturnType<typeof createShared>>;
let collector: Awaited<ReturnType<typeof startCollector>>;
beforeAll(async () => {
  [sink, shared, collector] = await Promise.all([startSink(), createShared({ migrated: true }), startCollector()]);
});
afterAll(async () => {
  await Promise.all([sink.stop(), shared.drop(), collector.stop()]);
});

const settings = () => ({
  TENANT: 'iceland',
  DATABASE_URL: shared.url,
  SMTP_URL: sink.url,
  PORT: '0',
  FILES_KEY: testFilesKey,
  STOP_DELAY_SECONDS: '0',
  STOP_TIMEOUT_SECONDS: '5',
});

it('a backend serves metrics and sends traces where its environment says, and neither without it', async () => {
  const port = await freePort();
  const server = startServer({
    ...settings(),
    METRICS_PORT: String(port),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    COMMIT: 'abc1234',
  });
  const url = await server.url;
  const headers = { 'x-request-id': 'process-call-1', traceparent: `00-${'a1'.repeat(16)}-${'b2'.repeat(8)}-01` };
  expect((await fetch(`${url}/livez/`, { headers })).headers.get('x-request-id')).toBe('process-call-1');
  expect((await fetch(`${url}/partners/`, { headers })).status).toBe(401);
  const figures = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(figures).toMatch(/^signboard_build_info\{tenant="iceland",version="[\d.]+",commit="abc1234"\} 1$/m);
  expect(figures).toContain('http_request_duration_seconds_count{method="GET",route="/partners/",status="401"} 1');
  expect(figures).toMatch(/^signboard_platform_events_total\{status="rejected"\} 0$/m);
  expect(figures).toMatch(/^signboard_outgoing_waiting\{queue="webhooks"\} 0$/m);
  expect(figures).toMatch(/^signboard_files_writable 1$/m);
  expect((await fetch(`${url}/metrics`)).status).toBe(404);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(collector.spans.map(({ name, traceId }) => [name, traceId])).toContainEqual([
    'GET /partners/',
    'a1'.repeat(16),
  ]);
  expect(server.lines.map((line) => JSON.parse(line) as object)).toContainEqual(
    expect.objectContaining({ reqId: 'process-call-1', trace_id: 'a1'.repeat(16) }),
  );

  const plain = startServer(settings());
  await plain.url;
  await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow('fetch failed');
  plain.child.kill('SIGTERM');
  expect(await plain.ended).toBe(0);
});
