import { CommandError } from '../lib/CommandError.ts';
import type { PartName } from '../image/imageName.ts';
import { type Destination, repositoryOf } from './destination.ts';
import type { Intent, Release } from './ledger.ts';

/** A move of `current` that is about to be recorded. */
export type Move = {
  destination: Destination;
  /** The last release of the ledger. */
  from: Release | null;
  to: Pick<Intent, 'act' | 'tenant' | 'version' | 'commit' | 'bundle' | 'images'>;
};

/** The manifest of an image, to be put under a tag. */
export type StoredImage = { part: PartName; mediaType: string; bytes: Buffer };

/**
 * Checks all that must hold before `current` moves: the registry has every image of the release. Returns their manifests.
 * @throws CommandError with the reason; nothing was recorded and nothing has moved.
 */
export async function beforeMove({ destination, to }: Move): Promise<StoredImage[]> {
  return Promise.all(
    Object.entries(to.images).map(async ([part, digest]): Promise<StoredImage> => {
      const repository = repositoryOf(destination, part as PartName);
      const stored = await repository.find(digest);
      if (stored) return { part: part as PartName, mediaType: stored.mediaType, bytes: stored.bytes };
      throw new CommandError(
        `${repository.shownName} no longer has ${to.version} (${digest}), so "current" cannot point to it. Ship its sources again ` +
          'under a new version.',
      );
    }),
  );
}
