/** What of an address a view keeps: everything but the page that one happens to be on. */
export function viewAddress(address: URLSearchParams): string {
  const kept = new URLSearchParams(address);
  kept.delete('page');
  kept.sort();
  return kept.toString();
}

/** The whole link to a view of the page that one is on. */
export function viewLink(address: string): string {
  const { origin, pathname } = location;
  return origin + pathname + (address ? `?${address}` : '');
}

/** Which screen shows the records at a path of the API: the path without ids. */
export function screenOf(path: string): string {
  return path.replace(/[0-9a-f]{24}\//g, '').replace(/\/$/, '');
}
