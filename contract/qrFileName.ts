import type { QrFormat } from './partners.ts';
import { plainLetters } from './plainLetters.ts';

/** The file name of a QR code. @param names the general before the particular: a partner, then its venue */
export function qrFileName(names: readonly string[], format: QrFormat): string {
  return `${names.map(plainLetters).filter(Boolean).join('-')}-qr.${format}`;
}
