import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Descriptor, digestOf } from '../../scripts/image/oci.ts';
import { Repository } from '../../scripts/image/Repository.ts';
import { signingKey, verifyingKey } from '../../scripts/ship/envelope.ts';
import { billStatement, signImage, verifyImage } from '../../scripts/ship/signatures.ts';
import { type Registry, startRegistry } from '../support/registry.ts';

let registry: Registry;
let repository: Repository;
const configuredBefore = process.env['DOCKER_CONFIG'];

function keyPair(): { privateKey: ReturnType<typeof signingKey>; publicKey: ReturnType<typeof verifyingKey> } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'sec1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  return { privateKey: signingKey(privateKey), publicKey: verifyingKey(publicKey) };
}

/** Pushes an image of one small layer; returns its digest. */
async function pushSmallImage(content: string): Promise<string> {
  const blobs = [Buffer.from('{}'), Buffer.from(content)];
  for (const bytes of blobs) await repository.place(() => bytes, digestOf(bytes));
  const [config, layer] = blobs.map((bytes) => ({ digest: digestOf(bytes), size: bytes.length }));
  const type = 'application/vnd.oci.image.manifest.v1+json';
  const manifest = Buffer.from(
    JSON.stringify({
      schemaVersion: 2,
      mediaType: type,
      config: { mediaType: 'application/vnd.oci.image.config.v1+json', ...config },
      layers: [{ mediaType: 'application/vnd.oci.image.layer.v1.tar', ...layer }],
    }),
  );
  await repository.put(digestOf(manifest), type, manifest);
  return digestOf(manifest);
}

/** The two statements that ship makes about an image. */
function statements(digest: string): Buffer[] {
  const provenance = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: repository.shownName, digest: { sha256: digest.replace('sha256:', '') } }],
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: { buildDefinition: {} },
  };
  const bill = Buffer.from('{"bomFormat":"CycloneDX","specVersion":"1.6"}');
  return [billStatement(repository.shownName, digest, bill), Buffer.from(JSON.stringify(provenance))];
}

/** The layers under a tag, with their blobs as text. */
async function layersAt(tag: string): Promise<(Descriptor & { text: string })[]> {
  const manifest = JSON.parse((await repository.find(tag))?.bytes.toString('utf8') ?? '{"layers":[]}') as {
    layers: Descriptor[];
  };
  return Promise.all(
    manifest.layers.map(async (layer) => ({
      ...layer,
      text: (await repository.get('blobs', layer.digest)).toString('utf8'),
    })),
  );
}

beforeAll(async () => {
  registry = await startRegistry();
  process.env['DOCKER_CONFIG'] = registry.signedIn;
  repository = new Repository(registry.host, 'team/signboard-iceland');
});

afterAll(async () => {
  if (configuredBefore === undefined) delete process.env['DOCKER_CONFIG'];
  else process.env['DOCKER_CONFIG'] = configuredBefore;
  await registry?.stop();
});

it('signatures and attestations lie where cosign looks, in the layout of its specifications', async () => {
  const { privateKey, publicKey } = keyPair();
  const digest = await pushSmallImage('first');
  await signImage(repository, digest, statements(digest), privateKey);

  const tag = digest.replace(':', '-');
  const [signature, ...noOther] = await layersAt(`${tag}.sig`);
  expect(noOther).toEqual([]);
  expect(signature).toMatchObject({
    mediaType: 'application/vnd.dev.cosign.simplesigning.v1+json',
    annotations: { 'dev.cosignproject.cosign/signature': expect.stringMatching(/^ME[\w+/]+=*$/) },
    text: `{"critical":{"identity":{"docker-reference":"${registry.host}/team/signboard-iceland"},"image":{"docker-manifest-digest":"${digest}"},"type":"cosign container image signature"},"optional":null}`,
  });

  const attestations = await layersAt(`${tag}.att`);
  expect(attestations.map(({ mediaType, annotations }) => ({ mediaType, ...annotations }))).toEqual([
    {
      mediaType: 'application/vnd.dsse.envelope.v1+json',
      'dev.cosignproject.cosign/signature': '',
      predicateType: 'https://cyclonedx.org/bom',
    },
    {
      mediaType: 'application/vnd.dsse.envelope.v1+json',
      'dev.cosignproject.cosign/signature': '',
      predicateType: 'https://slsa.dev/provenance/v1',
    },
  ]);
  const { payloadType, payload } = JSON.parse(attestations[0]?.text ?? '{}') as Record<string, string>;
  expect(payloadType).toBe('application/vnd.in-toto+json');
  expect(JSON.parse(Buffer.from(payload ?? '', 'base64').toString('utf8'))).toEqual({
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: `${registry.host}/team/signboard-iceland`, digest: { sha256: digest.replace('sha256:', '') } }],
    predicateType: 'https://cyclonedx.org/bom',
    predicate: { bomFormat: 'CycloneDX', specVersion: '1.6' },
  });
  await expect(verifyImage(repository, digest, publicKey)).resolves.toBeUndefined();
});

it('signing again adds nothing, and another key adds its own signatures', async () => {
  const [first, second] = [keyPair(), keyPair()];
  const digest = await pushSmallImage('second');
  const count = async (): Promise<number[]> =>
    Promise.all(['sig', 'att'].map(async (kind) => (await layersAt(`${digest.replace(':', '-')}.${kind}`)).length));
  await signImage(repository, digest, statements(digest), first.privateKey);
  await signImage(repository, digest, statements(digest), first.privateKey);
  expect(await count()).toEqual([1, 2]);
  await expect(verifyImage(repository, digest, second.publicKey)).rejects.toThrow(
    `${digest}: the given key has not signed the image, its bill of materials, its provenance.`,
  );
  await signImage(repository, digest, statements(digest), second.privateKey);
  expect(await count()).toEqual([2, 4]);
  for (const { publicKey } of [first, second])
    await expect(verifyImage(repository, digest, publicKey)).resolves.toBeUndefined();
});

it('signatures of another image, and what is no signature, do not count', async () => {
  const { privateKey, publicKey } = keyPair();
  const [signed, other] = [await pushSmallImage('third'), await pushSmallImage('fourth')];
  await signImage(repository, signed, statements(signed), privateKey);
  for (const kind of ['sig', 'att']) {
    const stored = await repository.find(`${signed.replace(':', '-')}.${kind}`);
    await repository.put(
      `${other.replace(':', '-')}.${kind}`,
      stored?.mediaType ?? '',
      stored?.bytes ?? Buffer.from(''),
    );
  }
  await expect(verifyImage(repository, other, publicKey)).rejects.toThrow('the given key has not signed the image');

  const noSignature = await repository.find(signed);
  const put = (kind: string): Promise<unknown> =>
    repository.put(
      `${signed.replace(':', '-')}.${kind}`,
      noSignature?.mediaType ?? '',
      noSignature?.bytes ?? Buffer.from(''),
    );
  await put('sig');
  await expect(verifyImage(repository, signed, publicKey)).resolves.toBeUndefined();
  for (const tag of await repository.tags())
    if (tag.startsWith(`${signed.replace(':', '-')}.sig-`)) await put(`sig-${tag.slice(-32)}`);
  await expect(verifyImage(repository, signed, publicKey)).rejects.toThrow('the given key has not signed the image.');
});
