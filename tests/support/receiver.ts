import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Another system on this machine that receives webhooks. */
export async function startReceiver() {
  const events: { type: string; data: Record<string, unknown> }[] = [];
  const received: { headers: Record<string, string>; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      received.push({ headers: request.headers as Record<string, string>, body });
      events.push(JSON.parse(body));
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', () => listens()));
  return {
    events,
    /** The same as they arrived, for the check of their signatures. */
    received,
    url: `http://hooks.localhost:${(server.address() as AddressInfo).port}/signboard`,
    stop: () => new Promise((closed) => server.close(closed)),
  };
}
