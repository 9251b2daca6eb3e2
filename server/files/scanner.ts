import type { FastifyBaseLogger } from 'fastify';
import { ApiProblem } from '../problem.ts';
import { type ScannerPlace, ScanError, scanWithClamd } from './clamd.ts';

/** Where the scanner is, and whether files are accepted while it does not answer. */
export type ScanSettings = { place: ScannerPlace; acceptsUnchecked: boolean };

/** The result of a check: clean, not checked because the scanner does not answer, or the name of the malware. */
type ScanResult = 'clean' | 'unchecked' | { malware: string };

/**
 * Checks the bytes of a file for malware.
 * @throws ApiProblem scan_unavailable if it could not be checked and such files are refused.
 */
export type Scan = (chunks: AsyncIterable<Buffer>) => Promise<ScanResult>;

/** How long the scanner may be silent, in milliseconds: a large film takes a while after its last byte. */
const silence = 120_000;

/** When a file that could not be checked may be sent again, in seconds. */
const retryAfter = 30;

/** The check of a deployment; without settings every file counts as clean, and nothing is read. */
export function createScan(settings: ScanSettings | null, log: FastifyBaseLogger): Scan {
  if (settings === null) return async () => 'clean';
  const { place, acceptsUnchecked } = settings;
  return async (chunks) => {
    try {
      const malware = await scanWithClamd(place, chunks, { silence });
      return malware === null ? 'clean' : { malware };
    } catch (error) {
      if (!(error instanceof ScanError)) throw error;
      log.error({ err: error, accepted: acceptsUnchecked }, 'a file could not be checked for malware');
      if (acceptsUnchecked) return 'unchecked';
      throw new ApiProblem('scan_unavailable', { retry_after: retryAfter }, { cause: error });
    }
  };
}
