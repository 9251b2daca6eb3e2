import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSource } from '../../tenants/source.ts';
import { git } from '../affected/git.ts';
import { CommandError } from '../../server/CommandError.ts';
import { messageOf } from '../lib/messageOf.ts';
import { buildImages } from '../build/buildImages.ts';
import { buildTenants, type FailedTenant } from '../build/buildTenants.ts';
import { sourceCommit } from '../build/commit.ts';
import type { Step } from '../build/steps.ts';
import { verify } from '../build/verify.ts';
import { contentOf } from '../image/contentOf.ts';
import { ImageLayout } from '../image/ImageLayout.ts';
import { type PartName, partNames, tagOf } from '../image/imageName.ts';
import { readBundle } from '../image/imageParts.ts';
import type { Descriptor, Manifest } from '../image/oci.ts';
import type { Repository } from '../image/Repository.ts';
import { storedImages, storePage, taggedImage } from '../image/storedImages.ts';
import { currentOf } from './current.ts';
import type { Deploy } from './deploy.ts';
import { type Destination, movingTag, repositoryOf } from './destination.ts';
import { type Images, readLedger, type Ring } from './ledger.ts';
import { checkContraction, checkNotFailed, checkReturn, schemaOf } from './mayReturn.ts';
import { type Build, type BuiltPart, type PushedPart, pushPart, tagPart } from './pushParts.ts';
import { release, type Released } from './release.ts';

/**
 * Checks an image of the registry, and may attach documents such as signatures to it. A refused image gets no version and
 * `current` does not move.
 * @throws CommandError with the reason
 */
export type Guard = (repository: Repository, digest: string) => Promise<void>;

/** Result of shipping or rolling back. */
export type Shipped = Released & {
  /** `<registry>/<path>/signboard-<id>@sha256:…`, by part. */
  images: Images;
  /** The parts that the registry did not have. */
  pushed: PushedPart[];
};

export type BuildOptions = Omit<Destination, 'id'> & {
  root: string;
  out: string;
  cache: string;
  base?: string;
  apiBase?: string;
  /** Ship uncommitted files too. */
  dirty: boolean;
  /** Ship a release on whose schema the current one cannot run. */
  contract: boolean;
  step: Step;
  guard?: Guard;
  /** Makes the machines run a shipped release. */
  deploy?: Deploy;
};

/** Deployments that were built, and the problems of those that could not be. */
export type Prepared = { shipBuilt: ShipBuilt; failed: FailedTenant[] };

/** Ships a deployment that was built. */
export type ShipBuilt = (id: string, report: (line: string) => void, wave?: Ring) => Promise<Shipped>;

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

/** The version in a manifest; null if it cannot be read, which the build reports. */
function versionIn(root: string, id: string): string | null {
  try {
    const { version } = readSource(id, join(root, 'tenants')).value;
    return typeof version === 'string' ? version : null;
  } catch {
    return null;
  }
}

/** What the registry has of the deployments before a build. */
type Earlier = {
  /** The deployments of which it has no complete release with the version of their manifest. */
  unshipped: string[];
  failed: FailedTenant[];
};

/**
 * Asks the registry what it has of the deployments. Stores the images whose scripts the new ones keep in the layout `folder`: those of the
 * same version, which a repeated command gives again, or the current ones.
 */
async function earlierReleases({ host, path, root }: BuildOptions, ids: string[], folder: string): Promise<Earlier> {
  const layout = new ImageLayout(folder);
  const [pages, unshipped, failed]: [Descriptor[], string[], FailedTenant[]] = [[], [], []];
  const read = async (id: string): Promise<void> => {
    const version = versionIn(root, id);
    if (version === null) return;
    const [page, api] = [repositoryOf({ host, path, id }), repositoryOf({ host, path, id }, 'api')];
    try {
      const [same, sameApi] = await Promise.all([taggedImage(page, tagOf(version)), api.find(tagOf(version))]);
      const before = same ?? (await taggedImage(page, movingTag));
      if (before) pages.push(await storePage(layout, id, before));
      if (!same || !sameApi) unshipped.push(id);
    } catch (error) {
      failed.push({ id, problems: [messageOf(error)] });
    }
  };
  await Promise.all(ids.map(read));
  layout.writeIndex(pages);
  return { unshipped: ids.filter((id) => unshipped.includes(id)), failed };
}

/** Writes the images of deployments that were built, which keep the scripts of the images in the layout `previous`. */
async function writeParts(options: BuildOptions, ids: string[], previous: string): Promise<BuiltPart[]> {
  const { root, out, cache, base, apiBase, step } = options;
  const images = await step('Writing the images', (report) =>
    buildImages({
      root,
      out,
      cache,
      report,
      ids,
      previous: storedImages(previous),
      base,
      apiBase,
    }),
  );
  const { manifests } = new ImageLayout(join(out, 'images')).index();
  return images.map((written) => {
    const image = manifests.find(({ digest }) => digest === written.digest);
    if (!image) throw new CommandError(`The image ${written.name} is not in ${out}/images.`);
    return { part: written.part, image, written };
  });
}

/** The image that the registry has under the version of a part; null when it has none. */
async function earlierOf(
  destination: Destination,
  { part, image }: BuiltPart,
  { layout, bundle }: Build,
): Promise<(Descriptor & { commit: string | undefined }) | null> {
  const repository = repositoryOf(destination, part);
  const { id } = destination;
  const found = await repository.find(tagOf(bundle.version));
  if (!found) return null;
  const { digest, mediaType, bytes } = found;
  const earlier = { digest, mediaType, size: bytes.length };
  const read = (kind: 'manifests' | 'blobs', descriptor: Descriptor): Promise<Buffer> =>
    descriptor.digest === digest ? Promise.resolve(bytes) : repository.get(kind, descriptor.digest);
  const isSame =
    (await contentOf(read, earlier)) ===
    (await contentOf((_, descriptor) => Promise.resolve(layout.read(descriptor)), image));
  if (!isSame)
    throw new CommandError(
      `${bundle.version} of ${id} was shipped before with other content (${part}: ${digest}). A shipped version never changes: ` +
        `raise the version in tenants/${id}/manifest.json.`,
    );
  const { annotations } = JSON.parse(bytes.toString('utf8')) as Manifest;
  return { ...earlier, commit: annotations?.['org.opencontainers.image.revision'] };
}

/** Pushes the parts that the registry does not have, by digest. */
async function push(
  destination: Destination,
  parts: BuiltPart[],
  build: Build,
  report: (line: string) => void,
): Promise<PushedPart[]> {
  const pushed: PushedPart[] = [];
  for (const part of parts) {
    const sent = await pushPart(destination, part, build);
    const { blobs } = sent;
    pushed.push(sent);
    report(`Pushed ${blobs.pushed} blobs of ${sent.part}, mounted ${blobs.mounted}, ${blobs.there} existed already`);
  }
  return pushed;
}

const noGuard: Guard = () => Promise.resolve();

/** Points `current` to a release and deploys it. */
async function releaseAndDeploy(
  destination: Destination,
  to: Parameters<typeof release>[1],
  pushed: PushedPart[],
  deploy?: Deploy,
): Promise<Shipped> {
  const named = Object.entries(to.images).map(([part, digest]) => [
    part,
    `${repositoryOf(destination, part as PartName).shownName}@${digest}`,
  ]);
  const images: Images = Object.fromEntries(named);
  const { act, tenant, version } = to;
  const released = await release(
    destination,
    to,
    () => deploy?.({ act, tenant, version, images }) ?? Promise.resolve(),
  );
  return { ...released, images, pushed };
}

async function guardAll(destination: Destination, images: Images, guard: Guard): Promise<void> {
  for (const part of partNames) if (images[part]) await guard(repositoryOf(destination, part), images[part]);
}

/**
 * Pushes built images and points `current` to them. Images with the same content, apart from their commit, are not pushed again.
 * @param options with `isCompared`: whether a second build gave the same images; images that are pushed must be
 * @throws CommandError for a version that was shipped with other content, for one on whose schema the current release cannot run unless
 * `contract`, and errors of the registry. It can be repeated.
 */
export async function shipParts(
  destination: Destination,
  parts: BuiltPart[],
  build: Build,
  {
    isCompared,
    report,
    contract,
    guard = noGuard,
    deploy,
    wave,
  }: {
    isCompared: boolean;
    report: (line: string) => void;
    contract: boolean;
    guard?: Guard;
    deploy?: Deploy;
    wave?: Ring;
  },
): Promise<Shipped> {
  const { bundle } = build;
  const earlier = new Map<PartName, Awaited<ReturnType<typeof earlierOf>>>();
  for (const part of parts) earlier.set(part.part, await earlierOf(destination, part, build));
  const schema = schemaOf(build.layout, parts);
  if (!contract)
    checkContraction(destination.id, { version: bundle.version, schema }, (await currentOf(destination)).api);
  const missing = parts.filter(({ part }) => !earlier.get(part));
  if (missing.length > 0 && !isCompared)
    throw new CommandError(
      `The registry had ${bundle.version} of ${destination.id} before the build, and no longer has it. Repeat the command.`,
    );
  const pushed = await push(destination, missing, build, report);
  const images: Images = Object.fromEntries(
    parts.map(({ part, image }) => [part, earlier.get(part)?.digest ?? image.digest]),
  );
  await guardAll(destination, images, guard);
  // The versions' tags come last, so that a tagged image is always complete.
  for (const part of missing) await tagPart(destination, part, build);
  const to = {
    act: 'ship' as const,
    tenant: destination.id,
    version: bundle.version,
    bundle: bundle.digest,
    images,
    schema,
    // An image that existed already has the commit from which it was built.
    commit: earlier.get('page')?.commit ?? bundle.commit,
    wave,
  };
  return releaseAndDeploy(destination, to, pushed, deploy);
}

/** What a first build has made. */
type FirstBuild = { ids: string[]; parts: BuiltPart[]; failed: FailedTenant[] };

/** Builds the deployments, and the images of those that the registry gives the earlier images of. */
async function buildFirst(
  options: BuildOptions,
  ids: string[],
  {
    earlier,
    previous,
    onCompiled,
  }: { earlier: Promise<Earlier>; previous: string; onCompiled: (app: { reused: boolean }) => void },
): Promise<FirstBuild> {
  const { root, out, cache, step } = options;
  const { built, failed: unbuilt } = await buildTenants({ root, out, cache, ids, step, onCompiled, compress: true });
  const { failed: unread } = await earlier;
  const ready = built.flatMap(({ id }) => (unread.some((failure) => failure.id === id) ? [] : [id]));
  const parts = ready.length > 0 ? await writeParts(options, ready, previous) : [];
  return { ids: ready, parts, failed: [...unbuilt, ...unread] };
}

/**
 * Builds the deployments, and those that are not shipped yet a second time to compare: at the same time if the compile is reused, which
 * takes a quarter off the time of shipping a palette; otherwise after it, because both would compress the same scripts.
 * @returns `compared` rejects when two builds differ
 */
async function buildTwice(
  options: BuildOptions,
  ids: string[],
): Promise<{ first: FirstBuild; unshipped: string[]; compared: Promise<string> }> {
  const { root, out, cache, base, apiBase, step } = options;
  const previous = mkdtempSync(join(tmpdir(), 'signboard-previous-'));
  const compiled = Promise.withResolvers<{ reused: boolean }>();
  const earlier = earlierReleases(options, ids, previous);
  const building = buildFirst(options, ids, { earlier, previous, onCompiled: compiled.resolve });
  const bases = { base, apiBase };
  const target = { root, out, cache, compress: true, reuseConfirmed: true, images: { ...bases, previous } };
  const compare = async (): Promise<string> => {
    await Promise.race([compiled.promise.then(({ reused }) => (reused ? undefined : building)), building]);
    const { unshipped } = await earlier;
    const built = building.then((first) => first.ids);
    return unshipped.length > 0 ? verify(target, unshipped, built) : 'Every version was shipped before';
  };
  const compared = compare();
  try {
    const first = await building;
    await step('Building a second time to compare', async (report) =>
      report(await compared.catch(() => 'The second build failed, or differs')),
    );
    return { first, unshipped: (await earlier).unshipped, compared };
  } finally {
    await Promise.allSettled([building, compared]);
    rmSync(previous, { recursive: true, force: true });
  }
}

/**
 * Builds deployments and their images, and compares with a second build those that are not shipped yet. Returns a function that ships one
 * of them, and those that cannot be built, or whose earlier images cannot be read.
 * @throws CommandError for uncommitted files, or an app that does not compile. The function also throws when the build is not
 * reproducible, and as `shipParts`.
 */
export async function prepare(options: BuildOptions, ids: string[]): Promise<Prepared> {
  const { root, out, host, path, keys, contract, guard, deploy } = options;
  await checkSources(root, options.dirty);
  const started = new Date();
  const { first, unshipped, compared } = await buildTwice(options, ids);
  const layout = new ImageLayout(join(out, 'images'));
  const shipBuilt: ShipBuilt = async (id, report, wave) => {
    const isCompared = unshipped.includes(id);
    // Another deployment's difference does not concern one that was shipped before.
    if (isCompared) await compared;
    const parts = first.parts.filter(({ written }) => written.id === id);
    const build = { root, layout, bundle: readBundle(join(out, id)), started };
    return shipParts({ id, host, path, keys }, parts, build, {
      report,
      contract,
      isCompared,
      guard,
      deploy,
      wave,
    });
  };
  return { shipBuilt, failed: first.failed };
}

/**
 * Builds a deployment twice and compares, pushes its images, and points `current` to them.
 * @param options with `again`: whether a version that failed in a wave may be shipped
 * @throws as `prepare`, when it cannot be built, and for a version that failed
 */
export async function ship({ id, again, ...options }: BuildOptions & { id: string; again: boolean }): Promise<Shipped> {
  // Missing permissions are reported before the build.
  const ledger = await readLedger({ id, ...options });
  const { shipBuilt, failed } = await prepare(options, [id]);
  if (failed.length > 0) throw new CommandError(failed.flatMap(({ problems }) => problems).join('\n'));
  if (!again) checkNotFailed(ledger, readBundle(join(options.out, id)).version);
  return options.step('Pushing', (report) => shipBuilt(id, report));
}

export type RollbackOptions = {
  guard?: Guard;
  /** The database was restored to a backup on which that version can run. */
  restored?: boolean;
  /** Return to a version on whose schema the current one cannot run. */
  contract?: boolean;
  deploy?: Deploy;
};

/**
 * Points `current` to a shipped version, without a build.
 * @throws CommandError for a version that is not in the ledger, whose image the registry no longer has, which cannot run on the
 * database any more, or on whose schema the current version cannot run.
 */
export async function rollBack(
  destination: Destination,
  version: string,
  { guard = noGuard, restored = false, contract = false, deploy }: RollbackOptions = {},
): Promise<Shipped> {
  const repository = repositoryOf(destination);
  const ledger = await readLedger(destination);
  const wanted = ledger.findLast((entry) => entry.version === version);
  if (!wanted) {
    const versions = [...new Set(ledger.map((entry) => entry.version))].join(', ');
    throw new CommandError(
      `${version} of ${destination.id} was never shipped to ${repository.shownName}. ${versions ? `Shipped versions: ${versions}.` : 'No version was.'}`,
    );
  }
  if (!restored) checkReturn(ledger, wanted);
  if (!contract) checkContraction(destination.id, wanted, (await currentOf(destination)).api);
  const { tenant, commit, bundle, images, schema } = wanted;
  await guardAll(destination, images, guard);
  const to = { act: 'roll back' as const, tenant, version, commit, bundle, images, schema };
  return releaseAndDeploy(destination, to, [], deploy);
}
