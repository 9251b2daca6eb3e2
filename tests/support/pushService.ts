import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A message as the push service got it; `content` is what the browser decrypts. */
export type PushedMessage = {
  path: string;
  headers: IncomingHttpHeaders;
  content: Record<string, unknown>;
  signedBy: string;
};

/** The keys of one browser. */
type Browser = { curve: ECDH; auth: Buffer };

const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/** Decrypts the body of a message as a browser does (RFC 8291, one record of RFC 8188). @throws Error if it is not for this browser */
export function decryptPush(body: Buffer, { curve, auth }: Browser): string {
  const salt = body.subarray(0, 16);
  const senderKey = body.subarray(21, 21 + body.readUInt8(20));
  const record = body.subarray(21 + senderKey.length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), senderKey]);
  const secret = derive(curve.computeSecret(senderKey), auth, info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  // The text ends before the delimiter of the last record, which is 2, and its padding.
  return plain.subarray(0, plain.lastIndexOf(2)).toString();
}

/** Verifies who sent a message (RFC 8292). Returns the public key. @throws Error if the signature is wrong or for another service */
function senderOf(authorization: string, audience: string): string {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  const [head, claims, signature] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const coordinates = { x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') };
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    {
      key: createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', ...coordinates } }),
      dsaEncoding: 'ieee-p1363',
    },
    Buffer.from(signature ?? '', 'base64url'),
  );
  const { aud } = JSON.parse(Buffer.from(claims ?? '', 'base64url').toString()) as { aud: string };
  if (!isRight || aud !== audience) throw new Error('The message is not signed for this push service.');
  return key;
}

/** A push service on this machine. */
export async function startPushService() {
  const browsers = new Map<string, Browser>();
  const messages: PushedMessage[] = [];
  let status = 201;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const path = request.url ?? '';
      const browser = browsers.get(path);
      if (browser && status < 300)
        messages.push({
          path,
          headers: request.headers,
          content: JSON.parse(decryptPush(Buffer.concat(parts), browser)),
          signedBy: senderOf(request.headers.authorization ?? '', url),
        });
      response.writeHead(browser ? status : 404).end();
    });
  });
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', () => listens()));
  const url = `http://push.localhost:${(server.address() as AddressInfo).port}`;
  return {
    messages,
    titles: () => messages.map(({ content }) => content.title),
    /** What a browser tells the backend after it has subscribed. */
    subscribe: () => {
      const curve = createECDH('prime256v1');
      curve.generateKeys();
      const auth = randomBytes(16);
      const path = `/send/${randomBytes(8).toString('hex')}`;
      browsers.set(path, { curve, auth });
      const keys = { p256dh: curve.getPublicKey('base64url'), auth: auth.toString('base64url') };
      return { endpoint: `${url}${path}`, keys };
    },
    answerWith: (next: number) => {
      status = next;
    },
    stop: () => new Promise((closed) => server.close(closed)),
  };
}
