/**
 * Batches lookups: keys requested in the same turn of the event loop are looked up with one query. Results are not
 * cached, and no call joins a query that was already sent, so each result is current.
 * @param find looks up distinct keys
 */
export function batchLookup<Found>(
  find: (keys: string[]) => Promise<Map<string, Found>>,
): (key: string) => Promise<Found | undefined> {
  let batch: { keys: Set<string>; found: Promise<Map<string, Found>> } | null = null;
  return async (key) => {
    if (batch === null) {
      const keys = new Set<string>();
      const found = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
        batch = null;
        return find([...keys]);
      });
      batch = { keys, found };
    }
    batch.keys.add(key);
    return (await batch.found).get(key);
  };
}
