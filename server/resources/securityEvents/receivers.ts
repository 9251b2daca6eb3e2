import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { connect as connectTls } from 'node:tls';
import type { SecurityEvent } from '../../../contract/securityEvents.ts';
import { isThisMachine } from '../../../contract/thisMachine.ts';
import { callOut } from '../../outgoing.ts';

/** An event as other systems get it. `deployment` and `id` identify it: an event may arrive twice. */
export type ForwardedEvent = { deployment: string } & Omit<SecurityEvent, 'person_name' | 'subject_name' | 'device'>;

/** Sends events in their order. @throws if the receiver did not accept all of them. */
export type Receiver = (events: readonly ForwardedEvent[]) => Promise<void>;

/** Timeout of one delivery, in milliseconds. */
const deliveryTimeout = 10_000;

const defaultPorts: Record<string, number> = { 'syslog+tls:': 6514, 'syslog+tcp:': 601, 'syslog+udp:': 514 };

/** Facility `authpriv`; severity `warning` for refusals, `notice` for everything else. */
const facility = 10;
const severities = { refused: 4, other: 5 };

/** One message of RFC 5424, whose text is the event as JSON. */
export function syslogMessage(event: ForwardedEvent): string {
  const priority = facility * 8 + (event.event.endsWith('_refused') ? severities.refused : severities.other);
  return `<${priority}>1 ${event.at} ${hostname()} signboard ${process.pid} ${event.event} - ${JSON.stringify(event)}`;
}

/** The frame of a message in a stream: octet counting (RFC 6587, required by RFC 5425). */
function framed(message: string): string {
  return `${Buffer.byteLength(message)} ${message}`;
}

/** Writes to a connection and waits until the receiver has closed it: it has read everything by then. */
async function deliver(socket: Socket, opened: 'connect' | 'secureConnect', text: string): Promise<void> {
  const late = AbortSignal.timeout(deliveryTimeout);
  try {
    // Nothing is written before the certificate has been checked.
    await once(socket, opened, { signal: late });
    const closed = once(socket, 'close', { signal: late });
    socket.resume();
    socket.end(text);
    await closed;
  } catch (error) {
    if (late.aborted)
      throw new Error('The receiver of the security log did not close the connection in time.', { cause: error });
    throw error;
  } finally {
    socket.destroy();
  }
}

/** The address of a host for sockets, without the brackets of IPv6. */
function addressOf({ hostname: host, port, protocol }: URL): { host: string; port: number } {
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) || (defaultPorts[protocol] ?? 0) };
}

function tcpReceiver(url: URL): Receiver {
  const { host, port } = addressOf(url);
  const servername = isIP(host) ? undefined : host;
  return (events) => {
    const text = events.map((event) => framed(syslogMessage(event))).join('');
    if (url.protocol === 'syslog+tcp:') return deliver(connectTcp({ host, port }), 'connect', text);
    return deliver(connectTls({ host, port, servername }), 'secureConnect', text);
  };
}

function udpReceiver(url: URL): Receiver {
  const { host, port } = addressOf(url);
  return async (events) => {
    const socket = createSocket(isIP(host) === 6 ? 'udp6' : 'udp4');
    try {
      for (const event of events)
        await new Promise<void>((sent, failed) => {
          socket.send(syslogMessage(event), port, host, (error) => (error ? failed(error) : sent()));
        });
    } finally {
      socket.close();
    }
  };
}

function httpReceiver(url: URL): Receiver {
  const { username, password } = url;
  const target = new URL(url);
  [target.username, target.password] = ['', ''];
  const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  return async (events) => {
    const call = {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson', ...(username ? { authorization: `Basic ${login}` } : {}) },
      body: events.map((event) => `${JSON.stringify(event)}\n`).join(''),
      signal: AbortSignal.timeout(deliveryTimeout),
      most: 0,
    };
    // An operator sets the address, and receivers of logs are often in the same network.
    const { status } = await callOut(target, call, { mayBePrivate: true });
    if (status < 200 || status > 299) throw new Error(`The receiver of the security log answered ${status}.`);
  };
}

/** The receiver at an address: `syslog+tls:`, `syslog+tcp:`, `syslog+udp:` or `https:`. */
export function receiverAt(address: string): Receiver {
  const url = new URL(address);
  if (url.protocol === 'syslog+udp:') return udpReceiver(url);
  return url.protocol.startsWith('syslog') ? tcpReceiver(url) : httpReceiver(url);
}

/** Whether a value is the address of a receiver; plain HTTP is for this machine only. */
export function isReceiverUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname: host, search, hash, username, pathname } = new URL(value);
  if (protocol in defaultPorts) return host !== '' && !username && !search && !hash && ['', '/'].includes(pathname);
  return protocol === 'https:' || (protocol === 'http:' && isThisMachine(host));
}
