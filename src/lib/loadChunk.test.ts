import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { type Site, serveSite } from '../../tests/support/renderApp.ts';
import { ChunkError, loadChunk } from './loadChunk.ts';
import { holdUnsaved, noteRelease, reloadIntoNewRelease } from './release.ts';

const gone = () => Promise.reject(new Error('404'));
let site: Site;

beforeEach(() => {
  // jsdom cannot reload, and logs that.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  site = { '/version.json': { commit: 'abc', digest: 'old' } };
  serveSite(site);
  history.replaceState(null, '');
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('a part of the app', () => {
  test('that fails once is asked for again after a moment', async () => {
    const load = jest.fn(gone).mockImplementationOnce(gone);
    load.mockImplementationOnce(() => Promise.resolve('part' as never));
    jest.useFakeTimers();
    const loading = loadChunk(load);
    await jest.advanceTimersByTimeAsync(299);
    expect(load).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(200);
    await expect(loading).resolves.toBe('part');
  });

  test('that stays away while the release is the same is an error', async () => {
    await noteRelease();
    await expect(loadChunk(gone)).rejects.toThrow(ChunkError);
  });

  test('that stays away because there is a new release loads the page anew, once for that release', async () => {
    await noteRelease();
    site['/version.json'] = { commit: 'abc', digest: 'new' };
    expect(await reloadIntoNewRelease()).toBe(true);
    expect(await reloadIntoNewRelease()).toBe(false);
    await expect(loadChunk(gone)).rejects.toThrow(ChunkError);
  });

  test('never loads the page anew over unsaved changes', async () => {
    await noteRelease();
    site['/version.json'] = { commit: 'abc', digest: 'newer' };
    const saved = holdUnsaved();
    await expect(loadChunk(gone)).rejects.toThrow(ChunkError);
    saved();
    expect(await reloadIntoNewRelease()).toBe(true);
  });

  test('does not reload the page if the release is unknown', async () => {
    await noteRelease();
    delete site['/version.json'];
    await expect(loadChunk(gone)).rejects.toThrow(ChunkError);
  });
});
