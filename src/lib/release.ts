/** Forms with unsaved changes. A new release never reloads the page over one. */
const unsaved = new Set<symbol>();

/** Marks a form as holding unsaved changes. Answers how to take the mark away. */
export function holdUnsaved(): () => void {
  const form = Symbol('form');
  unsaved.add(form);
  return () => void unsaved.delete(form);
}

let running: string | null = null;

/** What `/version.json` says of the bundle that is being served. */
export type Release = { commit: string; digest: string };

/** The release that is being served, or null where it cannot be told. */
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

/** Notes which release this page was started from. */
export async function noteRelease(): Promise<void> {
  running = await servedDigest();
}

/**
 * Loads the page again, at `destination`, if a newer release is being served than the one it was started from. At most
 * once for each release, and never over unsaved changes. Answers whether it does.
 */
export async function reloadIntoNewRelease(destination = location.href): Promise<boolean> {
  const served = await servedDigest();
  if (served === null || served === running || unsaved.size > 0) return false;
  if (destination !== location.href) {
    location.assign(destination);
    return true;
  }
  // The history entry survives the reload and remembers that this has been tried.
  const state: unknown = history.state;
  const entry = typeof state === 'object' ? { ...state } : {};
  if ('reloadedInto' in entry && entry.reloadedInto === served) return false;
  history.replaceState({ ...entry, reloadedInto: served }, '');
  location.reload();
  return true;
}
