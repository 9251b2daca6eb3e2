import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { isSignedBy, open, seal, signedBytes, signingKey, verifyingKey } from './envelope.ts';
import { claimOf } from './signatures.ts';

/** A coordinate of the curve, from decimal to the base64url of a JWK. */
const coordinate = (decimal: string): string =>
  Buffer.from(BigInt(decimal).toString(16).padStart(64, '0'), 'hex').toString('base64url');

const pemOf = (namedCurve = 'P-256'): { privateKey: string; publicKey: string } =>
  generateKeyPairSync('ec', {
    namedCurve,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });

describe('an envelope', () => {
  it.each([
    ['http://example.com/HelloWorld', 'hello world', 'DSSEv1 29 http://example.com/HelloWorld 11 hello world'],
    ['application/vnd.in-toto+json', '', 'DSSEv1 28 application/vnd.in-toto+json 0 '],
    // The length counts bytes of UTF-8, not characters.
    ['application/vnd.exämple+json', '{}', 'DSSEv1 29 application/vnd.exämple+json 2 {}'],
  ])('signs %s with the bytes of the DSSE protocol', (type, body, expected) => {
    expect(signedBytes(type, Buffer.from(body)).toString('utf8')).toBe(expected);
  });

  it('signs the bytes that the ECDSA test vector of the DSSE protocol signs', () => {
    const key = createPublicKey({
      format: 'jwk',
      key: {
        kty: 'EC',
        crv: 'P-256',
        x: coordinate('46950820868899156662930047687818585632848591499744589407958293238635476079160'),
        y: coordinate('5640078356564379163099075877009565129882514886557779369047442380624545832820'),
      },
    });
    const signature = 'A3JqsQGtVsJ2O2xqrI5IcnXip5GToJ3F+FnZ+O88SjtR6rDAajabZKciJTfUiHqJPcIAriEGAHTVeCUjW2JIZA==';
    const bytes = signedBytes('http://example.com/HelloWorld', Buffer.from('hello world'));
    // The vector's signature is r and s without ASN.1.
    const vector = { key, dsaEncoding: 'ieee-p1363' as const };
    expect(verify('sha256', bytes, vector, Buffer.from(signature, 'base64'))).toBe(true);
  });

  it('opens with the key that sealed it only, and not after a change of type or body', () => {
    const [ours, others] = [pemOf(), pemOf()].map(({ privateKey, publicKey }) => ({
      privateKey: signingKey(privateKey),
      publicKey: verifyingKey(publicKey),
    }));
    if (!ours || !others) throw new Error('no keys');
    const type = 'application/vnd.in-toto+json';
    const sealed = seal(type, Buffer.from('{"a":1}'), ours.privateKey);
    expect(sealed).toEqual({
      payloadType: type,
      payload: 'eyJhIjoxfQ==',
      signatures: [{ keyid: '', sig: expect.any(String) }],
    });
    expect(open(sealed, type, ours.publicKey)?.toString()).toBe('{"a":1}');
    const urlSafe = {
      ...sealed,
      signatures: sealed.signatures.map(({ sig }) => ({ sig: sig.replaceAll('+', '-').replaceAll('/', '_') })),
    };
    expect(open(urlSafe, type, ours.publicKey)?.toString()).toBe('{"a":1}');
    expect(open(sealed, type, others.publicKey)).toBeNull();
    expect(open({ ...sealed, payload: 'eyJhIjoyfQ==' }, type, ours.publicKey)).toBeNull();
    expect(open({ ...sealed, payloadType: 'text/plain' }, 'text/plain', ours.publicKey)).toBeNull();
    expect(open(sealed, 'text/plain', ours.publicKey)).toBeNull();
  });
});

it('the claim about an image has the bytes that cosign signed', () => {
  // A signature that cosign made, from the tests of sigstore-rs.
  const key = verifyingKey(`-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAENptdY/l3nB0yqkXLBWkZWQwo6+cu
OSWS1X9vPavpiQOoTTGC0xX57OojUadxF1cdQmrsiReWg2Wn4FneJfa8xw==
-----END PUBLIC KEY-----`);
  const signature = 'MEUCIQD6q/COgzOyW0YH1Dk+CCYSt4uAhm3FDHUwvPI55zwnlwIgE0ZK58ZOWpZw8YVmBapJhBqCfdPekIknimuO0xH8Jh8=';
  const digest = 'sha256:f3cfc9d0dbf931d3db4685ec659b7ac68e2a578219da4aae65427886e649b06b';
  expect(isSignedBy(claimOf('registry-testing.svc.lan/busybox', digest), signature, key)).toBe(true);
  expect(isSignedBy(claimOf('registry-testing.svc.lan/alpine', digest), signature, key)).toBe(false);
});

describe('a key', () => {
  it('is read from a file or a text, encrypted or not', () => {
    const { privateKey, publicKey } = pemOf();
    const folder = mkdtempSync(join(tmpdir(), 'signboard-keys-'));
    try {
      writeFileSync(join(folder, 'ship.key'), privateKey);
      const encrypted = signingKey(join(folder, 'ship.key')).export({
        type: 'pkcs8',
        format: 'pem',
        cipher: 'aes-256-cbc',
        passphrase: 'correct horse',
      });
      const sealed = seal('text/plain', Buffer.from('x'), signingKey(String(encrypted), 'correct horse'));
      expect(open(sealed, 'text/plain', verifyingKey(publicKey))?.toString()).toBe('x');
      expect(() => signingKey(String(encrypted), 'wrong')).toThrow(/SIGN_PASSWORD does not open it/);
      expect(() => signingKey(join(folder, 'none.key'))).toThrow(
        /There is no key file .*none\.key\. To make a key pair: openssl/,
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('of another kind is refused with the way to make one, without its content', () => {
    const { privateKey, publicKey } = pemOf('P-384');
    expect(() => signingKey(privateKey)).toThrow('The given key is no ECDSA key on the curve P-256');
    expect(() => verifyingKey(publicKey)).toThrow('The given key is no ECDSA key on the curve P-256');
    expect(() => verifyingKey(pemOf().privateKey)).toThrow('The given key is a private key.');
    expect(() => signingKey(pemOf().publicKey)).toThrow('The given key is no private key in PEM');
    expect(() => signingKey('-----BEGIN ENCRYPTED SIGSTORE PRIVATE KEY-----\n…')).toThrow("is in cosign's own format");
  });
});
