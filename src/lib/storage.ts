/** What could not be written to the browser's storage, kept for as long as the page lives. */
const memory = new Map<string, string>();

/**
 * The browser's local storage that never throws: where it is refused or full, values live in memory until the page is
 * closed (R132).
 */
export const storage = {
  get(key: string): string | null {
    const kept = memory.get(key);
    if (kept !== undefined) return kept;
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  set(key: string, value: string): void {
    try {
      localStorage.setItem(key, value);
      memory.delete(key);
    } catch {
      memory.set(key, value);
    }
  },
  remove(key: string): void {
    memory.delete(key);
    try {
      localStorage.removeItem(key);
    } catch {
      // Refused storage holds nothing to remove.
    }
  },
};

/** The object stored as JSON under `key`, or null when there is none or it is not one (Q9). */
export function readStoredObject(key: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(storage.get(key) ?? 'null');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

/** Tells when another tab changes or clears `key`. Answers how to stop listening. */
export function onStorageChange(key: string, changed: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === key || event.key === null) changed();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}
