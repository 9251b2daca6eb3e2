import { tabStorage } from './tabStorage.ts';

/** Forms with unsaved changes. */
const unsaved = new Set<object>();

/** How to keep the values of a form over a reload, by form. */
const keepers = new Map<object, () => void>();

let reloading = false;

/** Marks a form as having unsaved changes. Returns how to remove the mark. */
export function holdUnsaved(form: object): () => void {
  unsaved.add(form);
  return () => void unsaved.delete(form);
}

/** Tells how the values of a form are kept while the page reloads into a new release. Returns how to forget it. */
export function keepOverReload(form: object, keep: () => void): () => void {
  keepers.set(form, keep);
  return () => void keepers.delete(form);
}

/** Whether the page reloads into a new release: nobody needs to be asked about unsaved changes, which are kept. */
export const isReloading = (): boolean => reloading;

/** Only one draft is kept (`src/session/drafts.ts`). */
const areChangesKept = (): boolean => unsaved.size <= 1 && [...unsaved].every((form) => keepers.has(form));

/** The bundle that is served now, from `/version.json`. */
export type Release = { commit: string; digest: string };

/** The release that is served now; null if it is unknown. */
export async function readRelease(): Promise<Release | null> {
  try {
    const answer = await fetch('/version.json', { cache: 'no-store' });
    const release: unknown = answer.ok ? await answer.json() : null;
    if (typeof release !== 'object' || release === null || !('digest' in release) || !('commit' in release))
      return null;
    const { commit, digest } = release;
    return typeof commit === 'string' && typeof digest === 'string' ? { commit, digest } : null;
  } catch {
    return null;
  }
}

/** The digest of this page's own release; empty in development. */
function ownDigest(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="release"]')?.content ?? '';
}

/** The key under which a tab remembers that it has reloaded. */
const reloadedKey = 'reloaded';

/** Whether this page was reloaded into a new release; true once. */
export const wasReloaded = (): boolean => tabStorage.take(reloadedKey) !== null;

/**
 * Reloads the page, at `destination`, if another release is served than that of this page, and keeps unsaved changes. At most once per
 * release, and never over changes that cannot be kept.
 * Returns `same` if no other release is known, `waits` if there is one and the page was not reloaded.
 */
export async function reloadIntoNewRelease(destination = location.href): Promise<'same' | 'waits' | 'reloads'> {
  const digest = ownDigest();
  const served = (await readRelease())?.digest ?? '';
  if (digest === '' || served === '' || served === digest) return 'same';
  if (!areChangesKept()) return 'waits';
  if (destination === location.href) {
    // The history entry survives the reload, and records the attempt.
    const state: unknown = history.state;
    const entry = typeof state === 'object' ? { ...state } : {};
    if ('reloadedInto' in entry && entry.reloadedInto === served) return 'waits';
    history.replaceState({ ...entry, reloadedInto: served }, '');
  }
  for (const form of unsaved) keepers.get(form)?.();
  reloading = true;
  tabStorage.set(reloadedKey, served);
  if (destination === location.href) location.reload();
  else location.assign(destination);
  return 'reloads';
}
