import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { docExample } from '../../../tests/support/docExamples.ts';
import { secretText, signedHeaders } from './signature.ts';

type Verify = (secret: string, headers: Record<string, string>, body: string, now?: number) => unknown;

const packaged: Verify = (secret, headers, body) => new Webhook(secret).verify(body, headers);

/** The example of the guide for operators. */
async function documented(): Promise<Verify> {
  const code = docExample('docs/ops/webhooks.md', 'createHmac');
  const module: { verify: Verify } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  return module.verify;
}

const key = randomBytes(32);
const body = '{"type":"test","data":{"name":"Þögn"}}';
const now = new Date();
const message = (...keys: Buffer[]) => signedHeaders(keys, { id: 'a'.repeat(24), at: now, body });

describe.each([
  [
    'the package of Standard Webhooks',
    async () => packaged,
    'No matching signature found',
    'Message timestamp too old',
  ],
  ['the example of the guide', documented, 'The signature is wrong.', 'The message is too old.'],
])('the signature of a message, checked by %s', (_, load, wrong, old) => {
  it('is accepted with the secret, also beside one of another secret', async () => {
    const verify = await load();
    expect(verify(secretText(key), message(key), body)).toEqual(JSON.parse(body));
    expect(verify(secretText(key), message(randomBytes(32), key), body)).toEqual(JSON.parse(body));
  });

  it('is refused with another secret, another text, another id or an old time', async () => {
    const verify = await load();
    const headers = message(key);
    const earlier = signedHeaders([key], { id: 'a'.repeat(24), at: new Date(now.getTime() - 3_600_000), body });
    expect(() => verify(secretText(randomBytes(32)), headers, body)).toThrow(wrong);
    expect(() => verify(secretText(key), headers, body.replace('test', 'tess'))).toThrow(wrong);
    expect(() => verify(secretText(key), { ...headers, 'webhook-id': 'b'.repeat(24) }, body)).toThrow(wrong);
    expect(() => verify(secretText(key), earlier, body)).toThrow(old);
  });
});
