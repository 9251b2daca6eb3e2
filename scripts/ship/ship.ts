import { join } from 'node:path';
import { tenantIds } from '../../tenants/tenantIds.ts';
import { git } from '../affected/git.ts';
import { CommandError } from '../lib/CommandError.ts';
import { buildTenants } from '../build/buildTenants.ts';
import { sourceCommit } from '../build/commit.ts';
import type { Step } from '../build/steps.ts';
import { verify } from '../build/verify.ts';
import { ImageLayout } from '../image/ImageLayout.ts';
import { type BundleRecord, readBundle } from '../image/imageParts.ts';
import { writeImages } from '../image/index.ts';
import type { Descriptor, Manifest } from '../image/oci.ts';
import { Repository } from '../image/Repository.ts';
import { attach } from './attach.ts';
import { billOfMaterials, billType } from './billOfMaterials.ts';
import { appendEntry, type Entry, readLedger } from './ledger.ts';
import { provenance, provenanceType } from './provenance.ts';
import { type Pushed, pushImage } from './pushImage.ts';

/** The tag that says which image a deployment runs. */
export const movingTag = 'current';

/** Where a deployment's images are. */
export type Destination = { id: string; host: string; path: string };

/** What came of shipping, or of going back. */
export type Shipped = {
  entry: Entry;
  /** `<registry>/<path>/signboard-<id>@sha256:…` */
  image: string;
  /** What `current` pointed at before, if it did. */
  before: Entry | null;
  /** Null where nothing was sent: the registry had this image. */
  pushed: Pushed | null;
  bill: string | null;
  provenance: string | null;
};

export type ShipOptions = Destination & {
  root: string;
  out: string;
  cache: string;
  base?: string;
  /** Ship what is not committed, too. */
  dirty: boolean;
  step: Step;
};

/** Reads `registry.example.org/team`. */
export function parseRegistry(text: string): { host: string; path: string } {
  const [, host, path = ''] = /^([a-z0-9.-]+(?::\d+)?)(?:\/([a-z0-9._/-]+?))?\/?$/.exec(text) ?? [];
  if (!host || !/[.:]|^localhost$/.test(host))
    throw new CommandError(
      `--registry ${text}: give a host and a path, without https:// and without a tag: registry.example.org/team`,
    );
  return { host, path };
}

const nameOf = ({ path }: { path: string }, id: string): string => `${path ? `${path}/` : ''}signboard-${id}`;

/** The repository of a deployment's images. */
export function repositoryOf(destination: Destination): Repository {
  return new Repository(destination.host, nameOf(destination, destination.id));
}

/** A tag cannot hold the + of a version. */
const tagOf = (version: string): string => version.replaceAll('+', '_');

/**
 * What an image is, its commit aside: the bundle, and the layers that no bundle brings (base, server). Two images that are
 * equal in this need not be told apart.
 */
function contentOf({ annotations, layers }: Manifest): string {
  const server = layers.filter(
    ({ annotations: own }) => !/^(core|brand|flag:|language:)/.test(own?.['dev.signboard.reason'] ?? ''),
  );
  return [annotations?.['dev.signboard.bundle-digest'], ...server.map(({ digest }) => digest)].join(' ');
}

/** @throws CommandError when the sources are not what a commit says, and that was not asked for. */
async function checkSources(root: string, dirty: boolean): Promise<void> {
  if (dirty) return;
  if ((await sourceCommit(root)) === 'unknown')
    throw new CommandError(
      'This is no git checkout, so nobody could tell later what was shipped. --dirty ships anyway.',
    );
  // A new file can end up in the app as well, which the commit's `-dirty` does not tell.
  const files = (await git(root, 'status', '--porcelain').catch(() => ''))
    .split('\n')
    .flatMap((line) => line.slice(3) || []);
  if (files.length === 0) return;
  const shown = `${files.slice(0, 5).join(', ')}${files.length > 5 ? ` and ${files.length - 5} more` : ''}`;
  throw new CommandError(`Not everything is committed: ${shown}. Commit it, or say --dirty.`);
}

async function build({ root, out, cache, id, base, step }: ShipOptions): Promise<Descriptor> {
  const { failed } = await buildTenants({ root, out, cache, ids: [id], compress: true, step });
  if (failed.length > 0) throw new CommandError(failed.flatMap(({ problems }) => problems).join('\n'));
  const [written] = await step('Writing the image', () =>
    writeImages({ out, cache, ids: [id], ...(base !== undefined && { base }) }),
  );
  const image = new ImageLayout(join(out, 'images')).index().manifests.find(({ digest }) => digest === written?.digest);
  if (!image) throw new CommandError(`The image of ${id} is not in ${out}/images.`);
  return image;
}

const lastOf = (ledger: Entry[]): Entry | null => ledger.at(-1) ?? null;

/** Points `current` at an image and writes that down. */
async function release(repository: Repository, mediaType: string, bytes: Buffer, entry: Entry): Promise<void> {
  await repository.put(movingTag, mediaType, bytes);
  await appendEntry(repository, entry);
}

type Built = { built: Descriptor; manifest: Manifest; bundle: BundleRecord; layout: ImageLayout; started: Date };

/** Sees that the build can be repeated, and sends its image with what belongs beside it. */
function push(
  repository: Repository,
  { built, manifest, bundle, layout, started }: Built,
  { id, root, out, host, path, step }: ShipOptions,
): Promise<Pick<Shipped, 'pushed' | 'bill' | 'provenance'>> {
  return step('Building once more, elsewhere, to compare; pushing', async (say) => {
    say(`Two builds give the same bytes: ${await verify({ root, out, compress: true }, [id])} files compared`);
    const siblings = tenantIds(join(root, 'tenants'))
      .filter((other) => other !== id)
      .map((other) => nameOf({ path }, other));
    const pushed = await pushImage(layout, built, repository, { host, siblings });
    say(`Pushed ${pushed.pushed} parts, took over ${pushed.mounted}, ${pushed.there} were there`);
    const bill = await billOfMaterials(layout, built, bundle);
    const story = await provenance({
      ...{ root, bundle, bill, manifest, started, image: built },
      ...{ name: repository.shownName, finished: new Date() },
    });
    const beside = {
      bill: await attach(repository, built, { type: billType, name: 'bom.cdx.json', bytes: bill }),
      provenance: await attach(repository, built, {
        ...{ type: provenanceType, name: 'provenance.json', bytes: story },
        annotations: { 'in-toto.io/predicate-type': 'https://slsa.dev/provenance/v1' },
      }),
    };
    // The version's name comes last: what has it, is whole.
    await repository.put(tagOf(bundle.version), built.mediaType, layout.read(built));
    return { pushed, ...beside };
  });
}

/**
 * Builds a deployment and its image, builds once more and compares, pushes it with its bill of materials and its provenance,
 * points `current` at it and writes that into the ledger. An image that is there already, the commit aside, is not pushed again.
 * @throws CommandError for sources that are not committed, a build that fails or cannot be repeated, a version that was
 * shipped with another content, and a registry that refuses.
 */
export async function ship(options: ShipOptions): Promise<Shipped> {
  const { id, root, out } = options;
  const repository = repositoryOf(options);
  await checkSources(root, options.dirty);
  // Who may not push learns it before the build.
  const ledger = await readLedger(repository);
  const started = new Date();
  const built = await build(options);
  const layout = new ImageLayout(join(out, 'images'));
  const bundle = readBundle(join(out, id));
  const manifest = layout.readJson<Manifest>(built);
  const { version } = bundle;

  const earlier = await repository.find(tagOf(version));
  const shipped = earlier ? (JSON.parse(earlier.bytes.toString('utf8')) as Manifest) : manifest;
  if (contentOf(shipped) !== contentOf(manifest))
    throw new CommandError(
      `${version} of ${id} was shipped before with another content (${earlier?.digest}). What people run under a version does ` +
        `not change: give tenants/${id}/manifest.json a higher version.`,
    );
  const before = lastOf(ledger);
  const image = earlier ? { ...built, digest: earlier.digest } : built;
  const shown = `${repository.shownName}@${image.digest}`;
  if (earlier && before?.digest === image.digest)
    return { entry: before, image: shown, before, pushed: null, bill: null, provenance: null };

  const sent = earlier
    ? { pushed: null, bill: null, provenance: null }
    : await push(repository, { built, manifest, bundle, layout, started }, options);
  // An image that was there is of an earlier commit.
  const commit = shipped.annotations?.['org.opencontainers.image.revision'] ?? bundle.commit;
  const entry: Entry = {
    ...{ tenant: id, version, digest: image.digest, bundle: bundle.digest, commit },
    ...{ time: new Date().toISOString(), act: 'ship' },
  };
  await release(repository, earlier?.mediaType ?? built.mediaType, earlier?.bytes ?? layout.read(built), entry);
  return { entry, image: shown, before, ...sent };
}

/**
 * Points `current` at what was shipped as a version, without a build, and writes that into the ledger.
 * @throws CommandError for a version that the ledger does not know, or whose image the registry has no longer.
 */
export async function rollBack(destination: Destination, version: string): Promise<Shipped> {
  const repository = repositoryOf(destination);
  const ledger = await readLedger(repository);
  const before = lastOf(ledger);
  const wanted = ledger.findLast((one) => one.version === version);
  if (!wanted || !before) {
    const versions = [...new Set(ledger.map((one) => one.version))].join(', ');
    throw new CommandError(
      `${version} of ${destination.id} was never shipped to ${repository.shownName}. ${versions ? `There are: ${versions}.` : 'Nothing was.'}`,
    );
  }
  const image = `${repository.shownName}@${wanted.digest}`;
  const nothing = { image, before, pushed: null, bill: null, provenance: null };
  if (before.digest === wanted.digest) return { entry: before, ...nothing };
  const bytes = await repository.get('manifests', wanted.digest);
  const { mediaType } = JSON.parse(bytes.toString('utf8')) as Manifest;
  const entry: Entry = { ...wanted, time: new Date().toISOString(), act: 'roll back' };
  await release(repository, mediaType, bytes, entry);
  return { entry, ...nothing };
}
