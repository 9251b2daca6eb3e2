import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';

/** The length of nonce and tag in bytes: the sizes that NIST SP 800-38D recommends. */
const [nonceLength, tagLength] = [12, 16];

/**
 * Encrypts bytes with AES-256-GCM. The result is nonce (12 bytes), tag (16) and ciphertext, 28 bytes longer than the input.
 * @param key 32 bytes
 * @param context where the bytes belong; `unseal` refuses them with another context
 */
export function seal(key: Buffer, bytes: Uint8Array, context: string): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagLength });
  cipher.setAAD(Buffer.from(context));
  const encrypted = [cipher.update(bytes), cipher.final()];
  return Buffer.concat([nonce, cipher.getAuthTag(), ...encrypted]);
}

/**
 * Decrypts what `seal` returned.
 * @throws Error if the key or the context is another one, or if the bytes were changed.
 */
export function unseal(key: Buffer, sealed: Buffer, context: string): Buffer {
  const [body, nonce] = [nonceLength + tagLength, sealed.subarray(0, nonceLength)];
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagLength });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(nonceLength, body));
  return Buffer.concat([decipher.update(sealed.subarray(body)), decipher.final()]);
}
