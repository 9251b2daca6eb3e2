/** Forms with unsaved changes. A new release never reloads the page over one. */
const unsaved = new Set<symbol>();

/** Marks a form as having unsaved changes. Returns how to remove the mark. */
export function holdUnsaved(): () => void {
  const form = Symbol('form');
  unsaved.add(form);
  return () => void unsaved.delete(form);
}

let running: string | null = null;

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

async function servedDigest(): Promise<string | null> {
  return (await readRelease())?.digest ?? null;
}

/** Remembers the release of this page. */
export async function noteRelease(): Promise<void> {
  running = await servedDigest();
}

/**
 * Reloads the page, at `destination`, if a newer release is served than the one of this page. At most once per release, and
 * never over unsaved changes. Returns whether it reloads.
 */
export async function reloadIntoNewRelease(destination = location.href): Promise<boolean> {
  const served = await servedDigest();
  if (served === null || served === running || unsaved.size > 0) return false;
  if (destination !== location.href) {
    location.assign(destination);
    return true;
  }
  // The history entry survives the reload, and records the attempt.
  const state: unknown = history.state;
  const entry = typeof state === 'object' ? { ...state } : {};
  if ('reloadedInto' in entry && entry.reloadedInto === served) return false;
  history.replaceState({ ...entry, reloadedInto: served }, '');
  location.reload();
  return true;
}
