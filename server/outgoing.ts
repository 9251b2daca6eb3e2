import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestEncrypted } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** A call to another system. */
export type OutgoingCall = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  signal?: AbortSignal;
  /** Reads no more of the response than this, in bytes; everything if omitted. */
  most?: number;
};

/** The response of another system. */
export type OutgoingAnswer = { status: number; headers: Headers; body: Buffer };

/** The address of a call is in a private network, or of this machine. */
export class PrivateAddressError extends Error {
  override name = 'PrivateAddressError';
}

/** Networks that are not on the public internet (IANA special-purpose registries): private, shared, link-local, metadata, test, multicast. */
const privateNetworks = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  privateNetworks.addSubnet(network, prefix, 'ipv4');
// Within the global addresses: protocol assignments with Teredo, documentation, and 6to4, which contains IPv4 addresses.
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  privateNetworks.addSubnet(network, prefix, 'ipv6');

/** The addresses of IPv6 that are assigned for the public internet. */
const globalNetwork = new BlockList();
globalNetwork.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address is not on the public internet. Mapped, translated and tunnelled IPv4 addresses are refused, too. */
export function isPrivateAddress(address: string): boolean {
  if (isIP(address) === 4) return privateNetworks.check(address, 'ipv4');
  return !globalNetwork.check(address, 'ipv6') || privateNetworks.check(address, 'ipv6');
}

/** Names of this machine (RFC 6761), which not every resolver knows. */
const isLocalName = (name: string) => /(^|\.)localhost\.?$/i.test(name);

/** The host of an address without the brackets of IPv6. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

/** Whether an address names this machine or a private network without being resolved. */
export function isPrivateUrl(url: URL): boolean {
  const host = hostOf(url);
  return isLocalName(host) || (isIP(host) !== 0 && isPrivateAddress(host));
}

/** Returns all addresses of a name. */
type Resolve = (name: string) => Promise<{ address: string; family: number }[]>;

const resolveName: Resolve = async (name) =>
  isLocalName(name) ? [{ address: '127.0.0.1', family: 4 }] : lookup(name, { all: true });

/** Resolves a name for a connection, which is made to the returned addresses: nothing resolves the name again. */
const resolverFor =
  (mayBePrivate: boolean, resolve: Resolve): LookupFunction =>
  (name, options, callback) => {
    resolve(name).then(
      (found) => {
        const [first] = found;
        if (!mayBePrivate && found.some(({ address }) => isPrivateAddress(address)))
          callback(new PrivateAddressError(`${name} has an address in a private network.`), '');
        else if (options.all) callback(null, found);
        else callback(null, first?.address ?? '', first?.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };

async function readBody(answer: IncomingMessage, most: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of answer) {
    parts.push(part as Buffer);
    length += (part as Buffer).length;
    // Leaving the loop closes the connection.
    if (length >= most) break;
  }
  return Buffer.concat(parts).subarray(0, most);
}

/**
 * Calls another system: the only way to an address that somebody has entered. It connects to the addresses that were checked, on a
 * connection of its own, and follows no redirect.
 * @param options.mayBePrivate whether the address may be in a private network: only for addresses of operators
 * @param options.resolve the resolver of names; the system’s by default
 * @throws PrivateAddressError
 */
export async function callOut(
  target: URL,
  { method = 'GET', headers = {}, body, signal, most = Infinity }: OutgoingCall,
  { mayBePrivate, resolve = resolveName }: { mayBePrivate: boolean; resolve?: Resolve },
): Promise<OutgoingAnswer> {
  if (!mayBePrivate && isPrivateUrl(target))
    throw new PrivateAddressError(`${target.hostname} is in a private network.`);
  const request = target.protocol === 'https:' ? requestEncrypted : requestPlain;
  const sent = request(target, {
    method,
    headers,
    agent: false,
    lookup: resolverFor(mayBePrivate, resolve),
    signal,
  });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  // The signal may end the reading: without a listener the error would end the process.
  sent.on('error', () => undefined);
  const received = new Headers();
  for (const [name, values] of Object.entries(answer.headersDistinct))
    for (const value of values ?? []) received.append(name, value);
  return { status: answer.statusCode ?? 500, headers: received, body: await readBody(answer, most) };
}
