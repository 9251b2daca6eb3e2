import { reloadIntoNewRelease } from './release.ts';

/** A part of the app could not be loaded: the network, or a release that is no longer served. */
export class ChunkError extends Error {
  constructor(cause: unknown) {
    super('A part of the app could not be loaded.', { cause });
    this.name = 'ChunkError';
  }
}

/** A second attempt right after the first fails for the same reason; this long, in milliseconds, and it may not. */
const pause = 400;

/**
 * Loads a lazy part of the app. What fails is tried again after a moment; what fails twice may belong to a release that
 * is gone, and then the page is loaded anew once: where one is, or at `destination`, the URL one was going to. Throws
 * `ChunkError`.
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
    // While the page reloads nothing more is to be drawn.
    if (await reloadIntoNewRelease(destination)) return new Promise(() => undefined);
    throw new ChunkError(error);
  }
}
