import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { newPage } from '../../tests/support/newPage.ts';
import { type Site, serveSite } from '../../tests/support/renderApp.ts';
import type * as LoadChunk from './loadChunk.ts';
import type * as Release from './release.ts';

const gone = () => Promise.reject(new Error('404'));
let site: Site;
let release: typeof Release;
let loadChunk: typeof LoadChunk.loadChunk;

/** Loads a part that stays away, and lets all pauses pass. */
async function loadGone(): Promise<unknown> {
  let outcome: unknown = 'reloads';
  loadChunk(gone).catch((error: unknown) => (outcome = error));
  await jest.advanceTimersByTimeAsync(10_000);
  return outcome;
}

beforeEach(async () => {
  const load = newPage();
  release = (await load(import.meta.resolve('./release.ts'))) as typeof Release;
  ({ loadChunk } = (await load(import.meta.resolve('./loadChunk.ts'))) as typeof LoadChunk);
  // jsdom cannot reload, and logs that.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.useFakeTimers();
  document.head.innerHTML = '<meta name="release" content="old">';
  site = { '/version.json': { commit: 'abc', digest: 'old' } };
  serveSite(site);
  history.replaceState(null, '');
  sessionStorage.clear();
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
  document.head.replaceChildren();
});

describe('a part of the app', () => {
  test('that fails says why in the console at the first attempt, and only then', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    void loadChunk(gone).catch(() => undefined);
    await jest.advanceTimersByTimeAsync(0);
    const said = [['A part of the app could not be loaded. It is asked for again.', new Error('404')]];
    expect(warn.mock.calls).toEqual(said);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(warn.mock.calls).toEqual(said);
  });

  test('that fails is asked for again after a moment, also if it fails ten times', async () => {
    const load = jest.fn<() => Promise<string>>().mockResolvedValue('part');
    for (let times = 0; times < 10; times += 1) load.mockImplementationOnce(gone);
    const loading = loadChunk(load);
    await jest.advanceTimersByTimeAsync(199);
    expect(load).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(10_000);
    await expect(loading).resolves.toBe('part');
  });

  test('that stays away while the release is that of the page is an error', async () => {
    expect(await loadGone()).toMatchObject({ name: 'ChunkError', isOutdated: false });
  });

  test('that stays away because another release is served loads the page anew, once for that release', async () => {
    site['/version.json'] = { commit: 'abc', digest: 'new' };
    expect(await loadGone()).toBe('reloads');
    expect(release.wasReloaded()).toBe(true);
    expect(release.wasReloaded()).toBe(false);
    expect(await release.reloadIntoNewRelease()).toBe('waits');
    expect(await loadGone()).toMatchObject({ name: 'ChunkError', isOutdated: true });
  });

  test('never loads the page anew over unsaved changes that nobody keeps', async () => {
    site['/version.json'] = { commit: 'abc', digest: 'newer' };
    const saved = release.holdUnsaved({});
    expect(await loadGone()).toMatchObject({ name: 'ChunkError', isOutdated: true });
    expect(release.isReloading()).toBe(false);
    saved();
    expect(await loadGone()).toBe('reloads');
  });

  test('loads the page anew over unsaved changes after they were kept', async () => {
    site['/version.json'] = { commit: 'abc', digest: 'newest' };
    const form = {};
    const kept: string[] = [];
    const ends = [release.holdUnsaved(form), release.keepOverReload(form, () => kept.push('Anna'))];
    expect(await loadGone()).toBe('reloads');
    expect(kept).toEqual(['Anna']);
    expect(release.isReloading()).toBe(true);
    for (const end of ends) end();
  });

  test('does not reload the page if the release that is served is unknown', async () => {
    delete site['/version.json'];
    expect(await loadGone()).toMatchObject({ name: 'ChunkError', isOutdated: false });
  });

  test('does not reload a page without a release of its own, as in development', async () => {
    document.head.innerHTML = '<meta name="release" content="">';
    site['/version.json'] = { commit: 'abc', digest: 'new' };
    expect(await loadGone()).toMatchObject({ name: 'ChunkError', isOutdated: false });
  });
});
