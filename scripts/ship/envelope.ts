import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { CommandError } from '../../server/CommandError.ts';

/** A DSSE envelope (secure-systems-lab/dsse, version 1): base64 texts. */
export type Envelope = { payloadType: string; payload: string; signatures: { keyid?: string; sig: string }[] };

/** The keys of a command: what it writes is signed, and what it reads is checked. */
export type Keys = { signKey: KeyObject | null; verifyKey: KeyObject | null };

export const envelopeType = 'application/vnd.dsse.envelope.v1+json';
export const statementType = 'application/vnd.in-toto+json';

const howToMakeKeys =
  'openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out ship.key && openssl pkey -in ship.key -pubout -out ship.pub';

/** A PEM text, or the content of the file that it names. */
function pem(source: string): string {
  if (source.includes('-----BEGIN ')) return source;
  if (!existsSync(source))
    throw new CommandError(`There is no key file ${source}. To make a key pair: ${howToMakeKeys}`);
  return readFileSync(source, 'utf8');
}

function onlyP256(key: KeyObject, source: string): KeyObject {
  if (key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key;
  throw new CommandError(
    `${shown(source)} is no ECDSA key on the curve P-256, which cosign expects. To make a key pair: ${howToMakeKeys}`,
  );
}

/** A key's name in messages: never its content. */
const shown = (source: string): string => (source.includes('-----BEGIN ') ? 'The given key' : source);

/**
 * The private key that signs: ECDSA on P-256, PKCS#8 or SEC 1.
 * @param source a PEM text or the path of one
 * @param password of an encrypted key
 * @throws CommandError for any other key, and for a wrong or missing password.
 */
export function signingKey(source: string, password?: string): KeyObject {
  const text = pem(source);
  if (/ENCRYPTED (SIGSTORE|COSIGN) PRIVATE KEY/.test(text))
    throw new CommandError(
      `${shown(source)} is in cosign's own format. Make a key with openssl, and give it to cosign too (cosign import-key-pair --key): ${howToMakeKeys}`,
    );
  let key: KeyObject;
  try {
    key = createPrivateKey({ key: text, passphrase: password });
  } catch {
    throw new CommandError(
      `${shown(source)} is no private key in PEM, or SIGN_PASSWORD does not open it. To make a key pair: ${howToMakeKeys}`,
    );
  }
  return onlyP256(key, source);
}

/**
 * The public key that verifies: ECDSA on P-256.
 * @param source a PEM text or the path of one
 * @throws CommandError for any other key.
 */
export function verifyingKey(source: string): KeyObject {
  const text = pem(source);
  if (text.includes('PRIVATE KEY-----'))
    throw new CommandError(`${shown(source)} is a private key. Machines that only verify need the public one.`);
  try {
    return onlyP256(createPublicKey(text), source);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${shown(source)} is no public key in PEM. To make a key pair: ${howToMakeKeys}`);
  }
}

/** The bytes that DSSE signs: its "pre-authentication encoding" of type and body. */
export function signedBytes(type: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${body.length} `, 'utf8'), body]);
}

/** An ECDSA signature of SHA-256, ASN.1 DER in base64, as cosign writes it. */
export function signatureOf(bytes: Buffer, key: KeyObject): string {
  return sign('sha256', bytes, key).toString('base64');
}

/** Whether a signature belongs to the bytes and the public key. */
export function isSignedBy(bytes: Buffer, signature: string, key: KeyObject): boolean {
  return verify('sha256', bytes, key, Buffer.from(signature, 'base64'));
}

/** Puts a body into an envelope and signs it. */
export function seal(type: string, body: Buffer, key: KeyObject): Envelope {
  return {
    payloadType: type,
    payload: body.toString('base64'),
    signatures: [{ keyid: '', sig: signatureOf(signedBytes(type, body), key) }],
  };
}

/** The body of an envelope; null unless it has the type and a signature of the key. */
export function open(envelope: Envelope, type: string, key: KeyObject): Buffer | null {
  // Buffer reads both alphabets of base64, as DSSE demands.
  const body = Buffer.from(envelope.payload, 'base64');
  const bytes = signedBytes(type, body);
  return envelope.payloadType === type && envelope.signatures.some(({ sig }) => isSignedBy(bytes, sig, key))
    ? body
    : null;
}
