import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { callOut, isPrivateAddress, isPrivateUrl, PrivateAddressError } from './outgoing.ts';

const open: Server[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => new Promise((closed) => server.close(closed))));
});

/** A server on this machine, and the calls that it got. */
async function listening(status: number, headers: Record<string, string> = {}, body = '') {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.headers.host}${request.url}`);
    response.writeHead(status, headers).end(body);
  });
  open.push(server);
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', () => listens()));
  return { calls, port: (server.address() as AddressInfo).port };
}

describe('a call to an address that somebody has entered', () => {
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '::127.0.0.1',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
    '2001::a9fe:a9fe',
    '2001:db8::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'ff02::1',
  ])('does not reach %s', (address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });

  it.each(['1.1.1.1', '172.15.0.1', '172.32.0.1', '192.169.0.1', '2606:4700::1111', '2a00:1450::1'])(
    'reaches %s',
    (address) => {
      expect(isPrivateAddress(address)).toBe(false);
    },
  );

  it.each([
    'https://localhost/',
    'https://api.localhost./',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/latest/meta-data/',
  ])('recognises %s without resolving it', (url) => {
    expect(isPrivateUrl(new URL(url))).toBe(true);
  });

  it('resolves a name once, and refuses it if one of its addresses is private', async () => {
    const { calls, port } = await listening(200);
    const url = new URL(`http://hooks.example.com:${port}/`);
    const local = { address: '127.0.0.1', family: 4 };
    const names: string[] = [];
    const mixed = async (name: string) => {
      names.push(name);
      return [{ address: '93.184.216.34', family: 4 }, local];
    };
    await expect(callOut(url, {}, { mayBePrivate: false, resolve: mixed })).rejects.toThrow(PrivateAddressError);
    expect([names, calls]).toEqual([['hooks.example.com'], []]);
    // The second answer of a name server that changes its mind is never asked for.
    const answers = [[local], [{ address: '192.0.2.1', family: 4 }]];
    const changing = async () => answers.shift() ?? [];
    const answer = await callOut(url, {}, { mayBePrivate: true, resolve: changing });
    expect([answer.status, answers.length]).toEqual([200, 1]);
  });

  it('does not reach an address of this machine', async () => {
    const { calls, port } = await listening(200);
    const call = callOut(new URL(`http://127.0.0.1:${port}/`), {}, { mayBePrivate: false });
    await expect(call).rejects.toThrow(PrivateAddressError);
    expect(calls).toEqual([]);
  });

  it('keeps the name in the call if private addresses are allowed, and follows no redirect', async () => {
    const { calls, port } = await listening(302, { location: 'http://127.0.0.1:1/' });
    const answer = await callOut(new URL(`http://hooks.localhost:${port}/x?y=1`), {}, { mayBePrivate: true });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'http://127.0.0.1:1/']);
    expect(calls).toEqual([`GET hooks.localhost:${port}/x?y=1`]);
  });

  it('reads no more than it is asked to', async () => {
    const { port } = await listening(200, {}, 'a'.repeat(100_000));
    const answer = await callOut(new URL(`http://127.0.0.1:${port}/`), { most: 10 }, { mayBePrivate: true });
    expect(answer.body.toString()).toBe('aaaaaaaaaa');
  });
});
