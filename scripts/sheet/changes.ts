import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { comparePictures, type Comparison, type Picture, pictures } from './pictures.ts';

/** A picture of a deployment that differs from the accepted one. */
export type Change = Omit<Comparison, 'difference'> & {
  /** The deployment. */
  id: string;
  picture: Picture;
  /** Whether there is no accepted picture yet. */
  isNew: boolean;
};

/** What was decided about a change. */
export type Verdict = 'accepted' | 'rejected' | 'undecided';

/** The key of a change, and the path of its pictures. */
export const keyOf = ({ id, picture }: Change): string => `${id}/${picture.name}`;

/** The folders of accepted and of current pictures: `<folder>/<id>/<picture>.webp`. */
export type SheetFolders = { accepted: string; current: string };

/** The file of a picture. */
export function fileOf(folder: string, id: string, name: string): string {
  return join(folder, id, `${name}.webp`);
}

/** The bytes of a picture; null if there is none. */
export function readPicture(folder: string, id: string, name: string): Buffer | null {
  const file = fileOf(folder, id, name);
  return existsSync(file) ? readFileSync(file) : null;
}

/** The pictures of deployments that look different from the accepted ones. */
export async function changesOf(ids: readonly string[], { accepted, current }: SheetFolders): Promise<Change[]> {
  const changes: Change[] = [];
  for (const id of ids)
    for (const picture of pictures) {
      const now = readPicture(current, id, picture.name);
      if (!now) continue;
      const before = readPicture(accepted, id, picture.name);
      if (before?.equals(now)) continue;
      const { share, places } = await comparePictures(before, now);
      if (share > 0) changes.push({ id, picture, share, places, isNew: before === null });
    }
  return changes;
}

/** From this share of common places (0 to 1) on, two changes of a page are similar. */
const similarity = 0.5;

function similarityOf(a: readonly boolean[], b: readonly boolean[]): number {
  let [common, all] = [0, 0];
  for (const [index, changed] of a.entries()) {
    if (changed && b[index]) common += 1;
    if (changed || b[index]) all += 1;
  }
  return all ? common / all : 1;
}

/**
 * Changes of the same page and size whose changed places are alike, in one group: a change of shared code looks similar in every
 * deployment, whatever its colours. The largest group comes first.
 */
export function groupChanges(changes: readonly Change[]): Change[][] {
  const groups: Change[][] = [];
  for (const change of changes) {
    const group = groups.find(
      ([first]) =>
        first?.picture.page === change.picture.page &&
        first.picture.size === change.picture.size &&
        first.isNew === change.isNew &&
        similarityOf(first.places, change.places) >= similarity,
    );
    if (group) group.push(change);
    else groups.push([change]);
  }
  return groups.toSorted((a, b) => b.length - a.length);
}
