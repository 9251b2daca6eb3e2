import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { passOn } from './passOn.ts';

/** A numeric address for a deployment at `<id>.localhost`, because browsers alone resolve such names. */
export async function startNumericAddress(deployment: string) {
  const { host, port } = new URL(deployment);
  const server = createServer((call, reply) => passOn(call, reply, { host, port: Number(port) }));
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', () => listens()));
  const numericHost = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    /** The same address with the number instead of the name. */
    of: (address: string): string => address.replace(`//${host}/`, `//${numericHost}/`),
    stop: () => new Promise((closed) => server.close(closed)),
  };
}
