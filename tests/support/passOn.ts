import { type IncomingMessage, request, type ServerResponse } from 'node:http';

/** Sends a call on to a port of this machine, as a call to `host` (as it came by default), and its answer back. */
export function passOn(
  call: IncomingMessage,
  reply: ServerResponse,
  { port, host = call.headers.host }: { port: number; host?: string | undefined },
): void {
  const { method, url: path } = call;
  const headers = { ...call.headers, host };
  const onward = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (from) => {
    reply.writeHead(from.statusCode ?? 502, from.headers);
    from.pipe(reply);
  });
  onward.once('error', () => reply.writeHead(502).end());
  call.pipe(onward);
}
