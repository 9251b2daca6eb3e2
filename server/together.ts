/**
 * Lets calls that come together be looked up together: what is asked for while the process reads from its connections goes out
 * as one query. Nothing is remembered, and nobody joins a query that has been sent: each answer is as fresh as one's own.
 * @param find what is found under each of some keys, which are all different
 */
export function together<Found>(
  find: (keys: string[]) => Promise<Map<string, Found>>,
): (key: string) => Promise<Found | undefined> {
  let gathered: { keys: Set<string>; found: Promise<Map<string, Found>> } | null = null;
  return async (key) => {
    if (gathered === null) {
      const keys = new Set<string>();
      const found = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
        gathered = null;
        return find([...keys]);
      });
      gathered = { keys, found };
    }
    gathered.keys.add(key);
    return (await gathered.found).get(key);
  };
}
