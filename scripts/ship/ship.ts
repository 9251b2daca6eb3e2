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
import { beforeMove, forRollback, type Guards } from './beforeMove.ts';
import { billOfMaterials, billType } from './billOfMaterials.ts';
import { appendEntry, type Entry, readLedger } from './ledger.ts';
import { provenance, provenanceType } from './provenance.ts';
import { type Pushed, pushImage } from './pushImage.ts';

/** The tag of the image that a deployment should run. */
export const movingTag = 'current';

/** The registry and path of a deployment's images. */
export type Destination = { id: string; host: string; path: string };

/** Result of shipping or rolling back. */
export type Shipped = {
  entry: Entry;
  /** `<registry>/<path>/signboard-<id>@sha256:…` */
  image: string;
  /** The entry that `current` pointed to before; null at first. */
  before: Entry | null;
  /** Null when the registry already had this image. */
  pushed: Pushed | null;
  bill: string | null;
  provenance: string | null;
};

export type ShipOptions = Destination & {
  root: string;
  out: string;
  cache: string;
  base?: string;
  /** Ship uncommitted files too. */
  dirty: boolean;
  guards: Guards;
  step: Step;
};

/** Parses `registry.example.org/team`. @throws CommandError for anything else, such as a URL. */
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

/** A tag cannot contain the + of a version. */
const tagOf = (version: string): string => version.replaceAll('+', '_');

/**
 * Identifies the content of an image without its commit: the bundle's digest and the layers of base and server.
 */
function contentOf({ annotations, layers }: Manifest): string {
  const server = layers.filter(
    ({ annotations: own }) => !/^(core|brand|flag:|language:)/.test(own?.['dev.signboard.reason'] ?? ''),
  );
  return [annotations?.['dev.signboard.bundle-digest'], ...server.map(({ digest }) => digest)].join(' ');
}

/** @throws CommandError when files are not committed, unless `dirty`. */
async function checkSources(root: string, dirty: boolean): Promise<void> {
  if (dirty) return;
  if ((await sourceCommit(root)) === 'unknown')
    throw new CommandError(
      'This is not a git checkout, so the shipped sources could not be identified later. --dirty ships anyway.',
    );
  // `-dirty` ignores untracked files, which the app may contain.
  const files = (await git(root, 'status', '--porcelain').catch(() => ''))
    .split('\n')
    .flatMap((line) => line.slice(3) || []);
  if (files.length === 0) return;
  const shown = `${files.slice(0, 5).join(', ')}${files.length > 5 ? ` and ${files.length - 5} more` : ''}`;
  throw new CommandError(`Some files are not committed: ${shown}. Commit them, or give --dirty.`);
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

/** Points `current` to an image and adds a ledger entry. */
async function release(repository: Repository, mediaType: string, bytes: Buffer, entry: Entry): Promise<void> {
  await repository.put(movingTag, mediaType, bytes);
  await appendEntry(repository, entry);
}

type Built = { built: Descriptor; manifest: Manifest; bundle: BundleRecord; layout: ImageLayout; started: Date };

/** Checks that the build is reproducible and pushes its image with bill of materials and provenance. */
function push(
  repository: Repository,
  { built, manifest, bundle, layout, started }: Built,
  { id, root, out, host, path, guards, step }: ShipOptions,
): Promise<Pick<Shipped, 'pushed' | 'bill' | 'provenance'>> {
  return step('Building a second time to compare; pushing', async (report) => {
    report(`Two builds give the same bytes: ${await verify({ root, out, compress: true }, [id])} files compared`);
    const siblings = tenantIds(join(root, 'tenants'))
      .filter((other) => other !== id)
      .map((other) => nameOf({ path }, other));
    const pushed = await pushImage(layout, built, repository, { host, siblings });
    report(`Pushed ${pushed.pushed} blobs, mounted ${pushed.mounted}, ${pushed.there} existed already`);
    const bill = await billOfMaterials(layout, built, bundle);
    const statement = await provenance({
      ...{ root, bundle, bill, manifest, started, image: built },
      ...{ name: repository.shownName, finished: new Date() },
    });
    const attached = {
      bill: await attach(repository, built, { type: billType, name: 'bom.cdx.json', bytes: bill }),
      provenance: await attach(repository, built, {
        ...{ type: provenanceType, name: 'provenance.json', bytes: statement },
        annotations: { 'in-toto.io/predicate-type': 'https://slsa.dev/provenance/v1' },
      }),
    };
    await beforeMove(repository, built.digest, guards);
    // The version's tag comes last, so that a tagged image is always complete.
    await repository.put(tagOf(bundle.version), built.mediaType, layout.read(built));
    return { pushed, ...attached };
  });
}

/**
 * Builds a deployment twice and compares, pushes its image with bill of materials and provenance, points `current` to it and adds a
 * ledger entry. An image with the same content, apart from its commit, is not pushed again.
 * @throws CommandError for uncommitted files, a build that fails or is not reproducible, a version that was shipped with other
 * content, and errors of the registry.
 */
export async function ship(options: ShipOptions): Promise<Shipped> {
  const { id, root, out } = options;
  const repository = repositoryOf(options);
  await checkSources(root, options.dirty);
  // Missing permissions are reported before the build.
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
      `${version} of ${id} was shipped before with other content (${earlier?.digest}). A shipped version never changes: ` +
        `raise the version in tenants/${id}/manifest.json.`,
    );
  const before = lastOf(ledger);
  const image = earlier ? { ...built, digest: earlier.digest } : built;
  const shown = `${repository.shownName}@${image.digest}`;
  if (earlier) await beforeMove(repository, image.digest, options.guards);
  if (earlier && before?.digest === image.digest)
    return { entry: before, image: shown, before, pushed: null, bill: null, provenance: null };

  const sent = earlier
    ? { pushed: null, bill: null, provenance: null }
    : await push(repository, { built, manifest, bundle, layout, started }, options);
  // An image that existed already has the commit from which it was built.
  const commit = shipped.annotations?.['org.opencontainers.image.revision'] ?? bundle.commit;
  const entry: Entry = {
    ...{ tenant: id, version, digest: image.digest, bundle: bundle.digest, commit },
    ...{ time: new Date().toISOString(), act: 'ship' },
  };
  await release(repository, earlier?.mediaType ?? built.mediaType, earlier?.bytes ?? layout.read(built), entry);
  return { entry, image: shown, before, ...sent };
}

/**
 * Points `current` to a shipped version, without a build, and adds a ledger entry.
 * @throws CommandError for a version that is not in the ledger, or whose image the registry no longer has.
 */
export async function rollBack(destination: Destination, version: string, guards: Guards): Promise<Shipped> {
  const repository = repositoryOf(destination);
  const ledger = await readLedger(repository);
  const before = lastOf(ledger);
  const wanted = ledger.findLast((one) => one.version === version);
  if (!wanted || !before) {
    const versions = [...new Set(ledger.map((one) => one.version))].join(', ');
    throw new CommandError(
      `${version} of ${destination.id} was never shipped to ${repository.shownName}. ${versions ? `Shipped versions: ${versions}.` : 'No version was.'}`,
    );
  }
  const image = `${repository.shownName}@${wanted.digest}`;
  const unchanged = { image, before, pushed: null, bill: null, provenance: null };
  if (before.digest === wanted.digest) return { entry: before, ...unchanged };
  const bytes = await repository.get('manifests', wanted.digest);
  const { mediaType } = JSON.parse(bytes.toString('utf8')) as Manifest;
  await beforeMove(repository, wanted.digest, forRollback(guards));
  const entry: Entry = { ...wanted, time: new Date().toISOString(), act: 'roll back' };
  await release(repository, mediaType, bytes, entry);
  return { entry, ...unchanged };
}
