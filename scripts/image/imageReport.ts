import { table } from '../lib/report.ts';
import type { WrittenImage } from './index.ts';

/** The images that were written, for people. */
export function imageReport(images: WrittenImage[]): string {
  const rows = images.map(({ name, digest, bytes }) => [name, (bytes / 1e6).toFixed(2), digest.slice(0, 19)]);
  return table([['image', 'MB', 'digest'], ...rows], [false, true]);
}
