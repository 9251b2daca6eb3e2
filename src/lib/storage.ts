/** Values that the browser's storage refused, kept until the page is closed. */
const memory = new Map<string, string>();

/** A stored value, or null: separate from `storage`, so that the boot script loads nothing else. */
export function stored(key: string): string | null {
  const kept = memory.get(key);
  if (kept !== undefined) return kept;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * Local storage that never throws: if the browser refuses it or it is full, values are kept in memory until the page is closed
 * (R132).
 */
export const storage = {
  get: stored,
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
      // Refused storage has nothing to remove.
    }
  },
};

/** The object stored as JSON under `key`; null if there is none, or something else (Q9). */
export function readStoredObject(key: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(stored(key) ?? 'null');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

/** Calls `changed` when another tab changes or clears `key`. Returns how to stop. */
export function onStorageChange(key: string, changed: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === key || event.key === null) changed();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}
