import { reloadIntoNewRelease } from './release.ts';

/** A chunk could not be loaded: the network failed, or the release is no longer served. */
export class ChunkError extends Error {
  constructor(cause: unknown) {
    super('A part of the app could not be loaded.', { cause });
    this.name = 'ChunkError';
  }
}

/** The delay before the second attempt, in milliseconds: an immediate one would fail for the same reason. */
const pause = 400;

/**
 * Loads a lazy chunk. A failure is retried once after a delay. If that fails too and a newer release is served, reloads the
 * page once: at the current address, or at `destination` for a navigation. Throws `ChunkError`.
 */
export async function loadChunk<Module>(load: () => Promise<Module>, destination?: string): Promise<Module> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  try {
    return await load();
  } catch (error) {
    // Never resolves: nothing should render while the page reloads.
    if (await reloadIntoNewRelease(destination)) return new Promise(() => undefined);
    throw new ChunkError(error);
  }
}
