import { furtherAttempts, pause } from './attempts.ts';
import { reloadIntoNewRelease } from './release.ts';

/** A chunk could not be loaded: the network failed, or the release is no longer served. */
export class ChunkError extends Error {
  /** Whether another release is served, so that only a reload helps. */
  readonly isOutdated: boolean;

  constructor(cause: unknown, isOutdated: boolean) {
    super('A part of the app could not be loaded.', { cause });
    this.name = 'ChunkError';
    this.isOutdated = isOutdated;
  }
}

/**
 * Loads a lazy chunk, with several attempts while the browser is online; the console gets the cause of the first failure. If all fail
 * and another release is served, reloads the page: at the current address, or at `destination` for a navigation. Throws `ChunkError`.
 */
export async function loadChunk<Module>(load: () => Promise<Module>, destination?: string): Promise<Module> {
  for (let attempt = 0; attempt < furtherAttempts; attempt += 1) {
    try {
      return await load();
    } catch (error) {
      if (attempt === 0) console.warn('A part of the app could not be loaded. It is asked for again.', error);
      await pause();
      if (!navigator.onLine) break;
    }
  }
  try {
    return await load();
  } catch (error) {
    const outcome = await reloadIntoNewRelease(destination);
    // Never resolves: nothing should render while the page reloads.
    if (outcome === 'reloads') return new Promise(() => undefined);
    throw new ChunkError(error, outcome === 'waits');
  }
}
