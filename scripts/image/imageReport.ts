import { table } from '../lib/report.ts';
import type { WrittenImage } from './index.ts';

/** A table of the written images. */
export function imageReport(images: WrittenImage[]): string {
  const rows = images.map(({ name, digest, bytes }) => [name, (bytes / 1e6).toFixed(2), digest.slice(0, 19)]);
  return table([['image', 'MB', 'digest'], ...rows], [false, true]);
}
