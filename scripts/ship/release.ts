import { lt } from 'semver';
import { CommandError } from '../../server/CommandError.ts';
import { type PartName, partNames } from '../image/imageName.ts';
import { type Current, currentOf, digestsOf } from './current.ts';
import { type Destination, movingTag, repositoryOf } from './destination.ts';
import { appendIntent, appendOutcome, type Intent, readLedger, type Release, sameImages } from './ledger.ts';

/** Result of a release. */
export type Released = {
  release: Release;
  /** What `current` pointed to before. */
  before: Partial<Record<PartName, Current>>;
  /** `completed`: an interrupted release was finished. */
  state: 'moved' | 'completed' | 'unchanged';
  /** Whether `current` was moved since the last release by something other than `ship`. */
  wasMovedByHand: boolean;
};

/** What a release is asked to point `current` to. */
type Wanted = Omit<Intent, 'kind' | 'id' | 'time' | 'before'>;

/** The manifest of an image, to be put under a tag. */
type Stored = { part: PartName; mediaType: string; bytes: Buffer };

/** The manifests of a release. @throws CommandError when the registry no longer has one. */
async function storedImages(destination: Destination, { version, images }: Wanted): Promise<Stored[]> {
  const found = partNames.flatMap((part) => {
    const digest = images[part];
    return digest === undefined ? [] : [{ part, digest, repository: repositoryOf(destination, part) }];
  });
  return Promise.all(
    found.map(async ({ part, digest, repository }): Promise<Stored> => {
      const stored = await repository.find(digest);
      if (stored) return { part, mediaType: stored.mediaType, bytes: stored.bytes };
      throw new CommandError(
        `${repository.shownName} no longer has ${version} (${digest}), so "${movingTag}" cannot point to it. Ship its sources ` +
          'again under a new version.',
      );
    }),
  );
}

/** Points `current` of each part to its image: the API goes up first and back last, so that it is never older than the page. */
async function move(destination: Destination, stored: Stored[], goesBack: boolean): Promise<void> {
  for (const part of goesBack ? partNames.toReversed() : partNames) {
    const image = stored.find((candidate) => candidate.part === part);
    if (image) await repositoryOf(destination, part).put(movingTag, image.mediaType, image.bytes);
  }
}

/**
 * Points `current` to the images of a release: records the intent, moves the tags, reads them again and records the outcome. It may
 * be interrupted at any call and repeated: it continues with what the registry says, and does nothing when all is done.
 * @param deploy makes the machines run it; awaited before the outcome is recorded, and again when a finished release is repeated
 * @throws CommandError when an image is missing, the registry returns an error, another process moves `current`, or `deploy` fails.
 */
export async function release(
  destination: Destination,
  to: Wanted,
  deploy: () => Promise<void> = () => Promise.resolve(),
): Promise<Released> {
  const [ledger, before] = [await readLedger(destination), await currentOf(destination)];
  const last = ledger.at(-1) ?? null;
  const isCurrent = sameImages(to.images, digestsOf(before));
  const isRequested = last !== null && last.version === to.version && sameImages(to.images, last.images);
  const wasMovedByHand = last?.result === 'done' && !sameImages(last.images, digestsOf(before));
  if (isCurrent && isRequested && last.result === 'done') {
    await deploy();
    return { release: last, before, state: 'unchanged', wasMovedByHand };
  }

  const stored = await storedImages(destination, to);
  const isOpen = isRequested && last.result === null;
  const intent = isOpen ? last : await appendIntent(destination, { ...to, before: digestsOf(before) });
  if (!isCurrent) await move(destination, stored, last !== null && lt(to.version, last.version));
  const now = await currentOf(destination);
  const [digests, earlier] = [digestsOf(now), digestsOf(before)];
  const isOurs = partNames.every((part) => digests[part] === earlier[part] || digests[part] === to.images[part]);
  if (!sameImages(to.images, digests) && isOurs)
    throw new CommandError(
      `The registry confirmed that "${movingTag}" of ${destination.id} moved to ${to.version}, and API and page are not there: ` +
        `the page has ${now.page?.version ?? 'no version'}. Repeat the command.`,
    );
  if (!sameImages(to.images, digests))
    throw new CommandError(
      `"${movingTag}" of ${destination.id} points to ${now.page?.version ?? 'nothing'} although it was just moved to ${to.version}: ` +
        'another process ships this deployment. See --status, and repeat the command that should win.',
    );
  await deploy();
  const done = await appendOutcome(destination, intent, { result: 'done' });
  return { release: done, before, state: isOpen ? 'completed' : 'moved', wasMovedByHand };
}
