import { join } from 'node:path';
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
import type { StoredImage } from '../image/previousAssets.ts';
import type { Repository } from '../image/Repository.ts';
import { taggedImage } from '../image/storedImages.ts';
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

/** The image whose scripts the new one keeps: that of the same version, which a repeated command gives again, or the current one. */
async function previousImage({ host, path, out }: BuildOptions, id: string): Promise<StoredImage | null> {
  const repository = repositoryOf({ host, path, id });
  const { version } = readBundle(join(out, id));
  return (await taggedImage(repository, tagOf(version))) ?? taggedImage(repository, movingTag);
}

/** The images whose scripts the new ones keep, and the deployments for which the registry does not give one. */
async function previousImages(
  options: BuildOptions,
  ids: string[],
): Promise<{ previous: Map<string, StoredImage | null>; failed: FailedTenant[] }> {
  const previous = new Map<string, StoredImage | null>();
  const failed: FailedTenant[] = [];
  const read = async (id: string): Promise<void> => {
    try {
      previous.set(id, await previousImage(options, id));
    } catch (error) {
      failed.push({ id, problems: [messageOf(error)] });
    }
  };
  await Promise.all(ids.map(read));
  return { previous, failed };
}

/** Writes the images of deployments that were built, which keep the scripts of the given ones. */
async function writeParts(options: BuildOptions, kept: Map<string, StoredImage | null>): Promise<BuiltPart[]> {
  const { root, out, cache, base, apiBase, step } = options;
  const images = await step('Writing the images', (report) =>
    buildImages({
      ...{ root, out, cache, report, ids: [...kept.keys()] },
      previous: (id) => Promise.resolve(kept.get(id) ?? null),
      ...(base !== undefined && { base }),
      ...(apiBase !== undefined && { apiBase }),
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
  const read = (kind: 'manifests' | 'blobs', one: Descriptor): Promise<Buffer> =>
    one.digest === digest ? Promise.resolve(bytes) : repository.get(kind, one.digest);
  const isSame =
    (await contentOf(read, earlier)) === (await contentOf((_, one) => Promise.resolve(layout.read(one)), image));
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
 * @param confirm is awaited before anything is pushed
 * @throws CommandError for a version that was shipped with other content, for one on whose schema the current release cannot run unless
 * `contract`, and errors of the registry. It can be repeated.
 */
export async function shipParts(
  destination: Destination,
  parts: BuiltPart[],
  build: Build,
  {
    confirm,
    report,
    contract,
    guard = noGuard,
    deploy,
    wave,
  }: {
    confirm: () => Promise<void>;
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
  if (missing.length > 0) await confirm();
  const pushed = await push(destination, missing, build, report);
  const images: Images = Object.fromEntries(
    parts.map(({ part, image }) => [part, earlier.get(part)?.digest ?? image.digest]),
  );
  await guardAll(destination, images, guard);
  // The versions' tags come last, so that a tagged image is always complete.
  for (const part of missing) await tagPart(destination, part, build);
  const to = {
    ...{ act: 'ship' as const, tenant: destination.id, version: bundle.version, bundle: bundle.digest, images },
    ...(schema && { schema }),
    // An image that existed already has the commit from which it was built.
    commit: earlier.get('page')?.commit ?? bundle.commit,
    ...(wave && { wave }),
  };
  return releaseAndDeploy(destination, to, pushed, deploy);
}

/**
 * Builds deployments and their images. Returns a function that ships one of them, and those that cannot be built, or whose earlier images
 * cannot be read; the second build, to compare, is made once when the first image has to be pushed.
 * @throws CommandError for uncommitted files, or an app that does not compile. The function also throws when the build is not
 * reproducible, and as `shipParts`.
 */
export async function prepare(options: BuildOptions, ids: string[]): Promise<Prepared> {
  const { root, out, cache, base, apiBase, host, path, contract, guard, deploy, step } = options;
  await checkSources(root, options.dirty);
  const started = new Date();
  const { built, failed: unbuilt } = await buildTenants({ root, out, cache, ids, compress: true, step });
  const { previous, failed: unread } = await previousImages(
    options,
    built.map(({ id }) => id),
  );
  const parts = previous.size > 0 ? await writeParts(options, previous) : [];
  const layout = new ImageLayout(join(out, 'images'));
  const target = {
    root,
    out,
    compress: true,
    cache,
    reuseConfirmed: true,
    images: { ...(base !== undefined && { base }), ...(apiBase !== undefined && { apiBase }) },
  };
  let verified: Promise<string> | null = null;
  const shipBuilt: ShipBuilt = (id, report, wave) => {
    const confirm = async (): Promise<void> => {
      verified ??= verify(target, [...previous.keys()]);
      report(await verified);
    };
    const own = parts.filter(({ written }) => written.id === id);
    const build = { root, layout, bundle: readBundle(join(out, id)), started };
    return shipParts({ id, host, path }, own, build, {
      ...{ report, confirm, contract },
      ...(guard && { guard }),
      ...(deploy && { deploy }),
      ...(wave && { wave }),
    });
  };
  return { shipBuilt, failed: [...unbuilt, ...unread] };
}

/**
 * Builds a deployment twice and compares, pushes its images, and points `current` to them.
 * @param options with `again`: whether a version that failed in a wave may be shipped
 * @throws as `prepare`, when it cannot be built, and for a version that failed
 */
export async function ship({ id, again, ...options }: BuildOptions & { id: string; again: boolean }): Promise<Shipped> {
  // Missing permissions are reported before the build.
  const ledger = await readLedger(repositoryOf({ id, ...options }));
  const { shipBuilt, failed } = await prepare(options, [id]);
  if (failed.length > 0) throw new CommandError(failed.flatMap(({ problems }) => problems).join('\n'));
  if (!again) checkNotFailed(ledger, readBundle(join(options.out, id)).version);
  return options.step('Building a second time to compare; pushing', (report) => shipBuilt(id, report));
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
  const ledger = await readLedger(repository);
  const wanted = ledger.findLast((one) => one.version === version);
  if (!wanted) {
    const versions = [...new Set(ledger.map((one) => one.version))].join(', ');
    throw new CommandError(
      `${version} of ${destination.id} was never shipped to ${repository.shownName}. ${versions ? `Shipped versions: ${versions}.` : 'No version was.'}`,
    );
  }
  if (!restored) checkReturn(ledger, wanted);
  if (!contract) checkContraction(destination.id, wanted, (await currentOf(destination)).api);
  const { tenant, commit, bundle, images, schema } = wanted;
  await guardAll(destination, images, guard);
  const to = { ...{ act: 'roll back' as const, tenant, version, commit, bundle, images }, ...(schema && { schema }) };
  return releaseAndDeploy(destination, to, [], deploy);
}
