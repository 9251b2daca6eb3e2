import { execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { anyDatabase } from '../support/backend.ts';
import { sharedBackendOf } from '../support/backendOf.ts';
import { callsOf } from '../support/calls.ts';

/** Resolves once a condition is met. */
const until = async (isMet: () => boolean) => {
  while (!isMet()) await new Promise((again) => setTimeout(again, 20));
};

const portOf = (server: Server) => (server.address() as AddressInfo).port;
const listen = (server: Server, port = 0) =>
  new Promise<void>((listening) => server.listen(port, '127.0.0.1', () => listening()));
const stop = (server: Server) => new Promise<unknown>((stopped) => server.close(stopped));

/** The messages of a stream with octet counting (RFC 6587). */
function messagesIn(stream: Buffer): string[] {
  const messages: string[] = [];
  for (let at = 0; at < stream.length;) {
    const space = stream.indexOf(' ', at);
    const length = Number(stream.subarray(at, space));
    messages.push(stream.subarray(space + 1, space + 1 + length).toString());
    at = space + 1 + length;
  }
  return messages;
}

/** Collects what connections send; each is closed once its sender has ended. */
function collector() {
  const received: Buffer[] = [];
  return {
    messages: () => messagesIn(Buffer.concat(received)),
    onConnection: (socket: Socket) => {
      const parts: Buffer[] = [];
      socket.on('data', (part: Buffer) => parts.push(part));
      socket.on('end', () => received.push(...parts));
      socket.on('error', () => undefined);
    },
  };
}

/** What a syslog message says about an export: its header, and list and rows of the event. */
function readMessage(message: string): unknown[] {
  const [, header, json] = /^(<\d+>1 \S+ \S+ signboard \d+ \S+ -) (.*)$/.exec(message) ?? [];
  const { deployment, object, rows } = JSON.parse(json ?? '{}');
  return [
    header
      ?.split(' ')
      .filter((_, index) => [0, 1, 5].includes(index))
      .join(' '),
    deployment,
    object,
    rows,
  ];
}

describe.each(anyDatabase)('security events are forwarded, from the %s database', (kind) => {
  const backend = sharedBackendOf(kind);
  const open: FastifyInstance[] = [];
  afterEach(async () => {
    // Apps are reused by later tests: an open one would go on sending to the receiver of this test.
    await Promise.all(open.splice(0).map((app) => app.close()));
    await backend.reset();
  });

  const forwarding = async (securityLogUrl: string) => {
    const app = await backend.app({ options: { securityLogUrl, pollInterval: 200 } });
    open.push(app);
    await app.ready();
    return app;
  };

  /** Reports exports of lists, in this order, to a backend that forwards them. */
  const exporting = async (securityLogUrl: string) => {
    const app = await forwarding(securityLogUrl);
    const owner = callsOf(app, await backend.signedIn());
    return async (...lists: string[]) => {
      for (const [rows, list] of lists.entries()) await owner.post('/exports/', { list: `${list}/`, rows });
      await owner.get('/security_events/');
    };
  };

  it('to syslog over TCP, in the format of RFC 5424 and in their order', async () => {
    const { onConnection, messages } = collector();
    const server = createServer(onConnection);
    await listen(server);
    const report = await exporting(`syslog+tcp://127.0.0.1:${portOf(server)}`);
    await report('users', 'partners', 'contacts');
    await until(() => messages().length === 3);
    expect(messages().map(readMessage)).toEqual([
      ['<85>1 2024-05-01T07:00:00.000Z export', 'testland', 'users/', 0],
      ['<85>1 2024-05-01T07:00:00.000Z export', 'testland', 'partners/', 1],
      ['<85>1 2024-05-01T07:00:00.000Z export', 'testland', 'contacts/', 2],
    ]);
    await stop(server);
  });

  it('to syslog over UDP', async () => {
    const socket = createSocket('udp4');
    const messages: string[] = [];
    socket.on('message', (message) => messages.push(message.toString()));
    await new Promise<void>((bound) => socket.bind(0, '127.0.0.1', bound));
    const report = await exporting(`syslog+udp://127.0.0.1:${socket.address().port}`);
    await report('users');
    await until(() => messages.length === 1);
    expect(messages.map(readMessage)).toEqual([['<85>1 2024-05-01T07:00:00.000Z export', 'testland', 'users/', 0]]);
    socket.close();
  });

  it('to syslog over TLS only if the certificate is trusted', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'signboard-syslog-'));
    const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:P-256',
        '-nodes',
        ...subject,
        '-keyout',
        keyFile,
        '-out',
        certFile,
      ],
      { stdio: 'pipe' },
    );
    const [key, cert] = [readFileSync(keyFile), readFileSync(certFile, 'utf8')];
    const { onConnection, messages } = collector();
    let closed = 0;
    const server = createTlsServer({ key, cert }, onConnection).on('connection', (socket: Socket) => {
      socket.on('close', () => {
        closed += 1;
      });
    });
    await listen(server);
    const report = await exporting(`syslog+tls://localhost:${portOf(server)}`);
    await report('users');
    await until(() => closed > 0);
    expect(messages()).toEqual([]);
    const trusted = getCACertificates();
    setDefaultCACertificates([...trusted, cert]);
    backend.pass(5_000);
    await until(() => messages().length === 1);
    setDefaultCACertificates(trusted);
    await stop(server);
    rmSync(folder, { recursive: true });
  });

  it('to HTTP as JSON lines with a sign-in, again after a refusal, and none is lost or overtaken', async () => {
    const received: { type: string | undefined; login: string | undefined; lists: string[] }[] = [];
    let status = 503;
    const server = createHttpServer(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const lines = Buffer.concat(parts).toString().trimEnd().split('\n');
      const { 'content-type': type, authorization: login } = request.headers;
      received.push({ type, login, lists: lines.map((line) => JSON.parse(line).object) });
      response.writeHead(status).end();
    });
    await listen(server);
    const report = await exporting(`http://signboard:secret@127.0.0.1:${portOf(server)}/events`);
    await report('users');
    await until(() => received.length === 1);
    await report('partners');
    status = 204;
    backend.pass(5_000);
    await until(() => received.length === 2);
    const login = `Basic ${Buffer.from('signboard:secret').toString('base64')}`;
    expect(received).toEqual([
      { type: 'application/x-ndjson', login, lists: ['users/'] },
      { type: 'application/x-ndjson', login, lists: ['users/', 'partners/'] },
    ]);
    await stop(server);
  });

  it('while the receiver is away they wait, whichever process sends them then', async () => {
    const { onConnection, messages } = collector();
    const server = createServer(onConnection);
    await listen(server);
    const port = portOf(server);
    await stop(server);
    const first = await forwarding(`syslog+tcp://127.0.0.1:${port}`);
    const owner = callsOf(first, await backend.signedIn());
    await owner.post('/exports/', { list: 'users/', rows: 1 });
    await owner.get('/security_events/');
    await first.close();
    const again = createServer(onConnection);
    await listen(again, port);
    backend.pass(60_000);
    await forwarding(`syslog+tcp://127.0.0.1:${port}`);
    await until(() => messages().length === 1);
    expect(messages().map(readMessage)).toEqual([['<85>1 2024-05-01T07:00:00.000Z export', 'testland', 'users/', 1]]);
    await stop(again);
  });
});
