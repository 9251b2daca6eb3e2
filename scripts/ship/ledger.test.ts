import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type MemoryRegistry,
  startMemoryRegistry,
  type WriteFate,
  writeFates,
} from '../../tests/support/memoryRegistry.ts';
import { type Descriptor, digestOf, type Index, type Manifest, mediaTypes } from '../image/oci.ts';
import { attach, attachedDocument } from './attach.ts';
import { type Destination, pathOf, repositoryOf } from './destination.ts';
import { appendOutcome, readLedger, type Release } from './ledger.ts';
import { release } from './release.ts';
import { signImage, verifyImage } from './signatures.ts';
import { statusOf } from './status.ts';

let registry: MemoryRegistry;
let place: Destination;
let used = 0;

const stored = () => registry.repository(pathOf(place, place.id, 'page'));

/** Points `current` to a version whose images are in the registry, as `ship` does at its end. */
async function shipped(version: string): Promise<Release> {
  const bytes = Buffer.from(JSON.stringify({ annotations: { 'org.opencontainers.image.version': version } }));
  const digest = digestOf(bytes);
  for (const part of ['api', 'page'] as const)
    registry.repository(pathOf(place, place.id, part)).manifests.set(digest, { mediaType: mediaTypes.manifest, bytes });
  const images = { api: digest, page: digest };
  const wanted = { act: 'ship', tenant: place.id, version, commit: 'c0ffee', bundle: version, images } as const;
  return (await release(place, wanted)).release;
}

/** Attaches a document to an image and signs it, as a command with a key does. */
async function attachAndSign(image: Descriptor, type: string, key: KeyObject): Promise<void> {
  await attach(repositoryOf(place), image, { type, name: 'note.json', bytes: Buffer.from(type) });
  const statement = (predicateType: string): Buffer =>
    Buffer.from(JSON.stringify({ predicateType, subject: [{ digest: { sha256: image.digest.slice(7) } }] }));
  const statements = ['https://cyclonedx.org/bom', 'https://slsa.dev/provenance/v1'].map(statement);
  await signImage(repositoryOf(place), image.digest, statements, key);
}

const pair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

const ledger = (): Promise<Release[]> => readLedger(place);
const resultsOf = (releases: Release[]): string[] => releases.map(({ version, result }) => `${version} ${result}`);

/** The tags of the entries, in the order in which they were stored. */
const entryTags = (): string[] => [...stored().tags.keys()].filter((tag) => tag.startsWith('ledger-'));

beforeAll(async () => {
  registry = await startMemoryRegistry();
});
beforeEach(() => {
  place = { id: 'iceland', host: registry.host, path: `team${(used += 1)}` };
});
afterAll(() => registry?.stop());

describe('two or three processes that ship one deployment at the same time', () => {
  const shippers = fc.array(fc.integer({ min: 1, max: 2 }), { minLength: 2, maxLength: 3 });
  const fates = fc.array(fc.constantFrom(...writeFates), { maxLength: 40 });

  it('lose no release that was finished, whatever the registry does to their writes, and a repeated command settles it', async () => {
    await fc.assert(
      fc.asyncProperty(shippers, fates, async (counts, given) => {
        place = { ...place, path: `team${(used += 1)}` };
        registry.disturb(given);
        const finished: Release[] = [];
        const shipper = async (releases: number, at: number): Promise<void> => {
          for (let minor = 0; minor < releases; minor += 1)
            await shipped(`${at + 1}.${minor}.0`).then(
              (done) => finished.push(done),
              () => undefined,
            );
        };
        await Promise.all(counts.map(shipper));
        registry.disturb([]);
        await registry.settle();
        const releases = await ledger();
        for (const done of finished) expect(releases).toContainEqual(done);
        const status = await statusOf(place);
        const last = releases.at(-1);
        const isThere =
          status.registry.page?.version === last?.version && status.registry.api?.version === last?.version;
        // The status is not `settled` if `current` points to another release than the last one of the ledger.
        expect(status.state === 'settled').toBe(last?.result === 'done' && isThere);
        await shipped('9.0.0');
        expect(await statusOf(place)).toMatchObject({ state: 'settled', requested: { version: '9.0.0' } });
      }),
      { numRuns: 20 },
    );
  });

  it('lose no document and no signature of an image, and a repeated command completes the tags that cosign and others read', async () => {
    const keys = [pair(), pair(), pair()];
    const image = { mediaType: mediaTypes.manifest, digest: digestOf(Buffer.from('image')), size: 5 };
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 3 }), fates, async (count, given) => {
        place = { ...place, path: `team${(used += 1)}` };
        registry.disturb(given);
        const signers = keys.slice(0, count);
        const signer = ({ privateKey }: (typeof keys)[number], at: number): Promise<void> =>
          attachAndSign(image, `note/${at}`, privateKey);
        const ends = await Promise.allSettled(signers.map(signer));
        registry.disturb([]);
        await registry.settle();
        const finished = signers.flatMap(({ publicKey }, at) =>
          ends[at]?.status === 'fulfilled' ? [{ publicKey, type: `note/${at}` }] : [],
        );
        for (const { publicKey, type } of finished) {
          expect(await attachedDocument(repositoryOf(place), image.digest, type)).toEqual(Buffer.from(type));
          await expect(verifyImage(repositoryOf(place), image.digest, publicKey)).resolves.toBeUndefined();
        }
        await Promise.all(signers.slice(0, 1).map(signer));
        const [list, signatures, attestations] = ['', '.sig', '.att'].map((kind) => {
          const digest = stored().tags.get(`${image.digest.replace(':', '-')}${kind}`) ?? '';
          const { manifests, layers } = JSON.parse(String(stored().manifests.get(digest)?.bytes)) as Partial<
            Index & Manifest
          >;
          return manifests?.map(({ artifactType }) => artifactType) ?? layers ?? [];
        });
        expect(list).toEqual(expect.arrayContaining(finished.map(({ type }) => type)));
        const others = finished.filter(({ type }) => type !== 'note/0').length;
        expect(signatures?.length).toBeGreaterThanOrEqual(1 + others);
        expect(attestations?.length).toBeGreaterThanOrEqual(2 * (1 + others));
      }),
      { numRuns: 20 },
    );
  });
});

describe('a ledger', () => {
  it('keeps releases in the order in which they were finished, with the last outcome of each', async () => {
    const first = await shipped('1.0.0');
    await shipped('1.1.0');
    await appendOutcome(place, first, { result: 'done', note: 'checked live' });
    expect((await ledger()).map(({ version, note }) => [version, note])).toEqual([
      ['1.0.0', 'checked live'],
      ['1.1.0', undefined],
    ]);
  });

  it('never writes under a tag that exists', async () => {
    for (const version of ['1.0.0', '1.1.0', '1.0.0']) await shipped(version);
    expect(new Set(entryTags()).size).toBe(6);
    for (const tag of entryTags()) expect(stored().tags.get(tag)).toBe(tag.replace('ledger-', 'sha256:'));
  });

  it('names an entry that was removed', async () => {
    for (const version of ['1.0.0', '1.1.0']) await shipped(version);
    const [first = ''] = entryTags();
    stored().tags.delete(first);
    await expect(ledger()).rejects.toThrow(
      new RegExp(`is broken:\\n {2}the entry "done" of .+ names ${first} before it, which was removed or changed\\n`),
    );
    await expect(shipped('1.2.0')).rejects.toThrow(/is broken/);
  });

  it('names an entry that was edited: another commit, another year', async () => {
    await shipped('1.0.0');
    const [intent = ''] = entryTags();
    const before = stored().manifests.get(intent.replace('ledger-', 'sha256:'));
    const bytes = Buffer.from(
      before?.bytes
        .toString()
        .replace('c0ffee', 'bad')
        .replace(/20\d\d-/, '2020-') ?? '',
    );
    const edited = digestOf(bytes);
    stored().manifests.set(edited, { mediaType: mediaTypes.manifest, bytes });
    stored().tags.delete(intent);
    stored().tags.set(edited.replace('sha256:', 'ledger-'), edited);
    await expect(ledger()).rejects.toThrow(`names ${intent} before it, which was removed or changed`);
  });

  it.each([
    ['whose bytes were changed', 'entry', /no longer has the entry of the tag ledger-\w+/],
    ['instead of which something else was pushed', 'image', /ledger-\w+ is no entry: something else was pushed/],
  ])('names an entry %s', async (_, kind, message) => {
    await shipped('1.0.0');
    const bytes = Buffer.from('{}');
    const digest = kind === 'image' ? digestOf(bytes) : `sha256:${'0'.repeat(64)}`;
    stored().manifests.set(digest, { mediaType: mediaTypes.manifest, bytes });
    stored().tags.set(digest.replace('sha256:', 'ledger-'), digest);
    await expect(ledger()).rejects.toThrow(message);
  });
});

describe('a signed ledger', () => {
  it('vouches for the entries before the first signature, and is read with its key', async () => {
    const { privateKey, publicKey } = pair();
    await shipped('1.0.0');
    place = { ...place, keys: { signKey: privateKey, verifyKey: publicKey } };
    await shipped('1.1.0');
    expect(resultsOf(await ledger())).toEqual(['1.0.0 done', '1.1.0 done']);
    place = { ...place, keys: { signKey: null, verifyKey: pair().publicKey } };
    await expect(ledger()).rejects.toThrow(/the given key signed neither the entry "done" of .+ nor one after it/);
  });

  it('takes no entry without a signature, and names one that somebody added', async () => {
    const { privateKey, publicKey } = pair();
    place = { ...place, keys: { signKey: privateKey, verifyKey: publicKey } };
    await shipped('1.0.0');
    place = { ...place, keys: { signKey: null, verifyKey: publicKey } };
    await expect(shipped('1.1.0')).rejects.toThrow('is signed, so a new entry needs a signature. Give --sign-key.');
    place = { ...place, keys: { signKey: pair().privateKey, verifyKey: null } };
    await shipped('1.2.0');
    place = { ...place, keys: { signKey: null, verifyKey: publicKey } };
    await expect(ledger()).rejects.toThrow(/the given key signed neither the entry "ship 1\.2\.0" of/);
  });
});

describe('a move that the registry confirms and does not make', () => {
  it.each<[string, WriteFate[], string]>([
    ['of page and API', ['confirmed but lost', 'confirmed but lost'], '1.0.0'],
    ['of the page', ['stored', 'confirmed but lost'], '1.0.0'],
    ['of the API', ['confirmed but lost', 'stored'], '1.1.0'],
  ])('%s is not blamed on another process', async (_, lost, version) => {
    await shipped('1.0.0');
    registry.disturb(['stored', ...lost]);
    await expect(shipped('1.1.0')).rejects.toThrow(
      `The registry confirmed that "current" of iceland moved to 1.1.0, and API and page are not there: the page has ${version}. Repeat the command.`,
    );
  });
});
