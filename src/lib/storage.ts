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

/** The object of a stored text in JSON; null if it is something else (Q9). */
export function objectOf(text: string | null): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

/** Calls `changed` with the new value when another tab changes or clears `key`. Returns how to stop. */
export function onStorageChange(key: string, changed: (value: string | null) => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === key || event.key === null) changed(event.newValue);
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}

/** The object stored as JSON under `key`; null if there is none, or something else. */
export function readStoredObject(key: string): Record<string, unknown> | null {
  return objectOf(stored(key));
}
