import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Value = { stringValue?: string; intValue?: number; boolValue?: boolean };

/** A span as OTLP sends it in JSON. */
export type CollectedSpan = {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  kind: number;
  attributes: Record<string, string | number | boolean | undefined>;
  failed: boolean;
};

type Body = {
  resourceSpans: {
    resource: { attributes: { key: string; value: Value }[] };
    scopeSpans: {
      spans: (Omit<CollectedSpan, 'attributes' | 'failed'> & {
        attributes: { key: string; value: Value }[];
        status?: { code?: number };
      })[];
    }[];
  }[];
};

const valuesOf = (attributes: { key: string; value: Value }[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.boolValue]));

/** A collector of OpenTelemetry that remembers the spans it gets over HTTP as JSON. */
export async function startCollector() {
  const spans: CollectedSpan[] = [];
  const resources: Record<string, unknown>[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part) => (text += String(part)));
    request.on('end', () => {
      const isTrace = request.url === '/v1/traces' && request.headers['content-type'] === 'application/json';
      for (const { resource, scopeSpans } of isTrace ? (JSON.parse(text) as Body).resourceSpans : []) {
        resources.push(valuesOf(resource.attributes));
        for (const { spans: sent } of scopeSpans)
          spans.push(
            ...sent.map(({ attributes, status, ...span }) => ({
              ...span,
              attributes: valuesOf(attributes),
              failed: status?.code === 2,
            })),
          );
      }
      response.writeHead(isTrace ? 200 : 400, { 'content-type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    resources,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
