/** What one tab keeps until it is closed, also over a visit to another site. Where it is refused, nothing is kept. */
export const tabStorage = {
  /** The text under `key`, which is gone afterwards; null when there is none. */
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
      // Whoever takes it finds nothing, and says so.
    }
  },
};
