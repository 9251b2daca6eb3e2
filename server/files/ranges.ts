/** The requested range of a file, both ends inclusive; `whole` for all of it; `none` if the file has no such range. */
export type Part = { start: number; end: number } | 'whole' | 'none';

/**
 * The range of a file of `size` bytes that a `Range` header requests (RFC 9110, 14.2). Several ranges, other units and
 * malformed headers get the whole file, as the standard allows.
 */
export function partOf(header: string | undefined, size: number): Part {
  const [, first = '', last = ''] = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i.exec(header ?? '') ?? [];
  if (!first && !last) return 'whole';
  if (!first) return Number(last) === 0 ? 'none' : { start: Math.max(0, size - Number(last)), end: size - 1 };
  const start = Number(first);
  const end = last ? Math.min(Number(last), size - 1) : size - 1;
  if (last && Number(last) < start) return 'whole';
  return start < size ? { start, end } : 'none';
}
