/** The address that a view stores: without the page number. */
export function viewAddress(address: URLSearchParams): string {
  const kept = new URLSearchParams(address);
  kept.delete('page');
  kept.sort();
  return kept.toString();
}

/** The absolute link to a view of the current page. */
export function viewLink(address: string): string {
  const { origin, pathname } = location;
  return origin + pathname + (address ? `?${address}` : '');
}

/** The screen of the records at a path of the API: the path without ids. */
export function screenOf(path: string): string {
  return path.replace(/[0-9a-f]{24}\//g, '').replace(/\/$/, '');
}
