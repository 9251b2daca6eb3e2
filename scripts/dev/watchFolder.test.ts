import { execFileSync } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from '@jest/globals';
import { watchFolder } from './watchFolder.ts';

describe('watching the manifests', () => {
  let root: string;
  let manifest: string;
  let stop: () => void;
  const events = new EventEmitter();

  const git = (...args: string[]): void =>
    void execFileSync('git', ['-c', 'user.name=Anna', '-c', 'user.email=anna@example.is', ...args], { cwd: root });

  /** Makes a change, and waits until it is seen: until the file has the text at the time of an event. */
  async function seen(change: () => void, text: string): Promise<void> {
    const has = (): boolean => existsSync(manifest) && readFileSync(manifest, 'utf8') === text;
    change();
    do await once(events, 'change');
    while (!has());
  }

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'signboard-watch-'));
    manifest = join(root, 'tenants/iceland/manifest.json');
    mkdirSync(join(root, 'tenants/iceland'), { recursive: true });
    writeFileSync(manifest, 'committed');
    git('init', '--quiet');
    git('add', '--all');
    git('commit', '--quiet', '--no-gpg-sign', '--message', 'Begin');
    stop = watchFolder(join(root, 'tenants'), () => events.emit('change'));
  });
  afterEach(() => {
    stop();
    rmSync(root, { recursive: true });
  });

  it('sees edits after git has restored a file, again and again', async () => {
    for (const round of ['one', 'two', 'three']) {
      await seen(() => writeFileSync(manifest, round), round);
      await seen(() => git('checkout', '--', 'tenants'), 'committed');
    }
  });

  it('sees edits after the whole folder was deleted and restored', async () => {
    rmSync(join(root, 'tenants'), { recursive: true });
    await once(events, 'change');
    await seen(() => git('checkout', '--', 'tenants'), 'committed');
    await seen(() => writeFileSync(manifest, 'edited'), 'edited');
  });

  it('sees a new deployment', async () => {
    manifest = join(root, 'tenants/chile/manifest.json');
    mkdirSync(join(root, 'tenants/chile'));
    await once(events, 'change');
    await seen(() => writeFileSync(manifest, 'new'), 'new');
  });
});
