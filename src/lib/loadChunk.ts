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
 * Delays before further attempts, in milliseconds. During a rolling update a server of the release before may be asked, which has not
 * got the chunk.
 */
const pauses = [400, 800, 1600];

/**
 * Loads a lazy chunk, with several attempts while the browser is online. If all fail and another release is served, reloads the page:
 * at the current address, or at `destination` for a navigation. Throws `ChunkError`.
 */
export async function loadChunk<Module>(load: () => Promise<Module>, destination?: string): Promise<Module> {
  for (const pause of pauses) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
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
