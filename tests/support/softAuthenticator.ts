import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

type Options = Record<string, unknown>;

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest();

/** The flags of an authenticator's answer: the person was present, was checked; a key is included. */
const flags = { present: 0x01, checked: 0x04, hasKey: 0x40 };

/** An authenticator in software, for tests by HTTP: one key (ES256), on one dashboard. */
export function softAuthenticator({ origin, isChecked = true }: { origin: string; isChecked?: boolean }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(16);
  const id = base64url(credentialId);
  let counter = 0;
  const state = flags.present | (isChecked ? flags.checked : 0);
  const head = (rpId: string, withKey: boolean) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([state | (withKey ? flags.hasKey : 0)]), count]);
  };
  const clientData = (type: string, { challenge }: Options) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const answer = (response: object) => ({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response });
  return {
    /** The answer to options for a new passkey. */
    create: (options: Options) => {
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
          [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
        ]),
      );
      const { id: rpId } = options.rp as { id: string };
      const size = Buffer.from([0, credentialId.length]);
      const authData = Buffer.concat([head(rpId, true), Buffer.alloc(16), size, credentialId, key]);
      const attestation = isoCBOR.encode(
        new Map<string, string | Uint8Array | Map<string, never>>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, never>()],
          ['authData', new Uint8Array(authData)],
        ]),
      );
      return answer({
        clientDataJSON: base64url(clientData('webauthn.create', options)),
        attestationObject: base64url(attestation),
        transports: ['internal'],
      });
    },
    /** The answer to options for a sign-in or a proof. */
    get: (options: Options) => {
      counter += 1;
      const data = clientData('webauthn.get', options);
      const authData = head(options.rpId as string, false);
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey);
      return answer({
        clientDataJSON: base64url(data),
        authenticatorData: base64url(authData),
        signature: base64url(signature),
      });
    },
  };
}
