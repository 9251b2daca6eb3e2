import { createPublicKey, type KeyObject } from 'node:crypto';
import { CommandError } from '../../server/CommandError.ts';
import { type Descriptor, digestOf, type Manifest, mediaTypes } from '../image/oci.ts';
import type { Repository } from '../image/Repository.ts';
import { type Envelope, envelopeType, isSignedBy, open, seal, signatureOf, statementType } from './envelope.ts';
import { addItems, itemsOf } from './sharedTag.ts';

const simpleSigning = 'application/vnd.dev.cosign.simplesigning.v1+json';
const signatureKey = 'dev.cosignproject.cosign/signature';
const claim = 'cosign container image signature';

const billPredicate = 'https://cyclonedx.org/bom';
const provenancePredicate = 'https://slsa.dev/provenance/v1';

type Claim = { critical?: { image?: Record<string, string>; type?: string } };
type Statement = { predicateType: string; subject?: { digest?: Record<string, string> }[] };

/** Content of a blob that anybody may have pushed; null unless it is a JSON object. */
function parsed<T>(bytes: Buffer): Partial<T> | null {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

/** The tag under which cosign looks for signatures (`sig`) or attestations (`att`) of an image. */
const tagOf = (digest: string, kind: 'sig' | 'att'): string => `${digest.replace(':', '-')}.${kind}`;

/** Red Hat's "simple signing" payload, in the bytes that cosign writes. */
export function claimOf(name: string, digest: string): Buffer {
  const critical = { identity: { 'docker-reference': name }, image: { 'docker-manifest-digest': digest }, type: claim };
  return Buffer.from(JSON.stringify({ critical, optional: null }));
}

/** An in-toto statement that says: this is the bill of materials (CycloneDX) of this image. */
export function billStatement(name: string, digest: string, bill: Buffer): Buffer {
  return Buffer.from(
    JSON.stringify({
      _type: 'https://in-toto.io/Statement/v1',
      subject: [{ name, digest: { sha256: digest.replace('sha256:', '') } }],
      predicateType: billPredicate,
      predicate: JSON.parse(bill.toString('utf8')) as unknown,
    }),
  );
}

/** Pushes layers as the image that cosign reads: an image configuration without a system, and one layer per signature. */
async function putLayers(repository: Repository, tag: string, layers: Descriptor[]): Promise<void> {
  const config = Buffer.from(
    JSON.stringify({
      architecture: '',
      created: '0001-01-01T00:00:00Z',
      os: '',
      config: {},
      history: layers.map(() => ({ created: '0001-01-01T00:00:00Z' })),
      rootfs: { type: 'layers', diff_ids: layers.map(({ digest }) => digest) },
    }),
  );
  await repository.place(() => config, digestOf(config));
  const manifest: Manifest = {
    schemaVersion: 2,
    mediaType: mediaTypes.manifest,
    config: { mediaType: mediaTypes.config, digest: digestOf(config), size: config.length },
    layers,
  };
  await repository.put(tag, mediaTypes.manifest, Buffer.from(JSON.stringify(manifest)));
}

async function placedLayer(
  repository: Repository,
  mediaType: string,
  bytes: Buffer,
  annotations: Record<string, string>,
): Promise<Descriptor> {
  await repository.place(() => bytes, digestOf(bytes));
  return { mediaType, digest: digestOf(bytes), size: bytes.length, annotations };
}

/** The claims about an image that a key signed. */
async function signedClaims(repository: Repository, digest: string, key: KeyObject): Promise<Descriptor[]> {
  const layers = await itemsOf(repository, tagOf(digest, 'sig'));
  const valid = await Promise.all(
    layers.map(async (layer) => {
      if (layer.mediaType !== simpleSigning) return false;
      const bytes = await repository.get('blobs', layer.digest);
      if (!isSignedBy(bytes, layer.annotations?.[signatureKey] ?? '', key)) return false;
      const critical = parsed<Claim>(bytes)?.critical;
      return critical?.type === claim && critical.image?.['docker-manifest-digest'] === digest;
    }),
  );
  return layers.filter((_, index) => valid[index]);
}

/** Types of the statements about an image that a key signed. */
async function signedStatements(repository: Repository, digest: string, key: KeyObject): Promise<string[]> {
  const layers = await itemsOf(repository, tagOf(digest, 'att'));
  const types = await Promise.all(
    layers.map(async (layer) => {
      if (layer.mediaType !== envelopeType) return [];
      const bytes = await repository.get('blobs', layer.digest);
      const { payloadType = '', payload = '', signatures = [] } = parsed<Envelope>(bytes) ?? {};
      const body = open({ payloadType, payload, signatures }, statementType, key);
      const { predicateType, subject = [] } = (body && parsed<Statement>(body)) ?? {};
      const isOfImage = subject.some((part) => `sha256:${part.digest?.['sha256']}` === digest);
      return predicateType !== undefined && isOfImage ? [predicateType] : [];
    }),
  );
  return types.flat();
}

/**
 * Signs an image and the statements about it (in-toto JSON), in the formats and under the tags that `cosign verify --key` and
 * `cosign verify-attestation --key` read. What the key has signed already is not signed again, so the call can be repeated.
 * Signatures of other keys stay, and come back if a tag has lost them.
 * @throws CommandError for errors of the registry.
 */
export async function signImage(
  repository: Repository,
  digest: string,
  statements: Buffer[],
  privateKey: KeyObject,
): Promise<void> {
  const publicKey = createPublicKey(privateKey);
  const put = (tag: string, layers: Descriptor[]): Promise<void> => putLayers(repository, tag, layers);
  const signed: Descriptor[] = [];
  if ((await signedClaims(repository, digest, publicKey)).length === 0) {
    const bytes = claimOf(repository.shownName, digest);
    const signature = { [signatureKey]: signatureOf(bytes, privateKey) };
    signed.push(await placedLayer(repository, simpleSigning, bytes, signature));
  }
  await addItems(repository, tagOf(digest, 'sig'), signed, put);
  const known = await signedStatements(repository, digest, publicKey);
  const added: Descriptor[] = [];
  for (const statement of statements) {
    const { predicateType = '' } = parsed<Statement>(statement) ?? {};
    if (known.includes(predicateType)) continue;
    const bytes = Buffer.from(JSON.stringify(seal(statementType, statement, privateKey)));
    // cosign writes an empty signature beside an envelope, which has its own.
    added.push(await placedLayer(repository, envelopeType, bytes, { [signatureKey]: '', predicateType }));
  }
  await addItems(repository, tagOf(digest, 'att'), added, put);
}

/**
 * Checks that a key signed an image, its bill of materials and its provenance.
 * @throws CommandError that names what is not signed by the key.
 */
export async function verifyImage(repository: Repository, digest: string, publicKey: KeyObject): Promise<void> {
  const claims = await signedClaims(repository, digest, publicKey);
  const statements = await signedStatements(repository, digest, publicKey);
  const missing = [
    ...(claims.length > 0 ? [] : ['the image']),
    ...(statements.includes(billPredicate) ? [] : ['its bill of materials']),
    ...(statements.includes(provenancePredicate) ? [] : ['its provenance']),
  ];
  if (missing.length === 0) return;
  throw new CommandError(
    `${repository.shownName}@${digest}: the given key has not signed ${missing.join(', ')}. Ship it with --sign-key, or check that the public key belongs to the key that signed.`,
  );
}
