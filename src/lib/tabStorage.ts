/** Session storage, which also survives a visit to another site. If the browser refuses it, nothing is stored. */
export const tabStorage = {
  /** Returns the text under `key` and removes it; null if there is none. */
  take(key: string): string | null {
    try {
      const kept = sessionStorage.getItem(key);
      sessionStorage.removeItem(key);
      return kept;
    } catch {
      return null;
    }
  },
  set(key: string, value: string): void {
    try {
      sessionStorage.setItem(key, value);
    } catch {
      // `take` then returns null, which callers handle.
    }
  },
};
