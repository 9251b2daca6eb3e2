/** The part of a file that was asked for, both ends included; `whole` where all of it is answered; `none` where it has no such part. */
export type Part = { start: number; end: number } | 'whole' | 'none';

/**
 * What a `Range` header asks of a file of so many bytes (RFC 9110, 14.2). Several parts at once, other units and what cannot
 * be read are answered with the whole file, as the standard allows.
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
