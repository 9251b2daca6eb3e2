import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BuildResult } from '../../scripts/build/buildTenants.ts';
import { ImageLayout } from '../../scripts/image/ImageLayout.ts';
import type { WrittenImage } from '../../scripts/image/index.ts';
import { BuildRoot } from '../support/buildRoot.ts';
import { canMount, mountSmallDisk } from '../support/smallDisk.ts';

const repository = resolve(import.meta.dirname, '../..');
const cache = ['--cache', join(repository, '.cache/test-folders')];
const sha256 = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

type Result = BuildResult & { images: WrittenImage[] };

/** The served files of a bundle that do not have the content that its record names. */
function damagedFiles(root: BuildRoot, id: string): string[] {
  const { files } = JSON.parse(root.read(id, '.meta/bundle.json')) as { files: { path: string; sha256: string }[] };
  return files.flatMap(({ path, sha256: expected }) =>
    sha256(root.path('dist', id, path)) === expected ? [] : [path],
  );
}

describe('a build that is killed', () => {
  let root: BuildRoot;
  beforeAll(() => {
    root = new BuildRoot(['iceland']);
    expect(root.build(['--no-compress', ...cache]).err).toBe('');
  });
  afterAll(() => root.remove());

  it('leaves the old bundle or the new one, whichever step it was killed before', () => {
    const preload = ['--import', resolve(import.meta.dirname, '../support/killAtCall.mjs')];
    const options = ['--root', root.folder, '--out', root.path('dist'), '--no-compress', ...cache];
    const versions: string[] = [];
    for (let at = 1; ; at += 1) {
      root.editManifest('iceland', { version: `7.${at}.0` });
      const { signal } = spawnSync(
        process.execPath,
        [...preload, join(repository, 'scripts/build-tenants.ts'), ...options],
        {
          env: { ...process.env, NODE_OPTIONS: '', KILL_AT: String(at), KILL_BELOW: root.path('dist') },
        },
      );
      expect(damagedFiles(root, 'iceland')).toEqual([]);
      const { version } = JSON.parse(root.read('iceland', 'version.json'));
      if (signal === null) {
        expect(version).toBe(`7.${at}.0`);
        break;
      }
      versions.push(version === `7.${at}.0` ? 'new' : 'old');
    }
    expect(new Set(versions)).toEqual(new Set(['old', 'new']));
    expect(readdirSync(root.path('dist/.versions'))).toHaveLength(1);
  });
});

describe('two builds with images into one folder', () => {
  it('wait for each other, and give complete images', async () => {
    const root = new BuildRoot(['brazil', 'iceland']);
    expect(root.build(['--image', ...cache]).err).toBe('');
    const script = join(repository, 'scripts/build-tenants.ts');
    const build = (id: string): Promise<string> =>
      new Promise((done) => {
        const options = ['--root', root.folder, '--out', root.path('dist'), '--image', ...cache];
        const env = { ...process.env, NODE_OPTIONS: '' };
        execFile(process.execPath, [script, id, ...options], { env }, (_, __, errors) => done(errors));
      });
    for (const version of ['8.0.0', '8.1.0']) {
      for (const id of ['brazil', 'iceland']) root.editManifest(id, { version });
      expect(await Promise.all(['brazil', 'iceland', 'brazil', 'iceland'].map(build))).toEqual(['', '', '', '']);
      const layout = new ImageLayout(root.path('dist/images'));
      const { manifests } = layout.index();
      expect(manifests.map(({ annotations }) => annotations?.['org.opencontainers.image.ref.name'])).toEqual([
        `signboard-brazil-api:${version}`,
        `signboard-brazil:${version}`,
        `signboard-iceland-api:${version}`,
        `signboard-iceland:${version}`,
      ]);
      expect(manifests.map((image) => layout.isComplete(image))).toEqual([true, true, true, true]);
    }
    root.remove();
  });

  it('say who is waited for; a lock ends with its process', async () => {
    const root = new BuildRoot(['iceland']);
    mkdirSync(root.path('dist'));
    // The lock of scripts/lib/folderLock.ts, held by another process.
    const name = `\0signboard-${createHash('sha256').update(root.path('dist')).digest('hex').slice(0, 32)}`;
    const holder = createServer((socket) => socket.write('4711')).listen(name);
    const waiting = new Promise<string>((done) => {
      const options = ['--root', root.folder, '--out', root.path('dist'), '--no-compress', ...cache];
      const env = { ...process.env, NODE_OPTIONS: '' };
      execFile(process.execPath, [join(repository, 'scripts/build-tenants.ts'), ...options], { env }, (_, out) =>
        done(out),
      );
    });
    await new Promise<void>((done) =>
      holder.once('connection', (socket) => {
        holder.close();
        setImmediate(() => socket.destroySoon());
        done();
      }),
    );
    expect(await waiting).toContain(`Process 4711 is writing to ${root.path('dist')}: waiting until it ends`);
    expect(root.files('iceland')).toContain('index.html');
    expect(await new Promise((done) => connect(name).on('error', () => done('free')))).toBe('free');
    root.remove();
  });
});

describe('a chunk that was edited in the folder of one deployment', () => {
  it('reaches no other deployment, no cache and no image', () => {
    const root = new BuildRoot(['brazil', 'iceland']);
    const cacheOption = ['--cache', root.path('cache')];
    const first = root.buildJson(['--image', ...cacheOption]) as Result;
    const chunk = root.files('iceland').find((path) => /^assets\/app\.\w+\.js$/.test(path)) ?? '';
    for (const path of [chunk, `${chunk}.br`]) {
      expect(statSync(root.path('dist/iceland', path)).mode & 0o222).toBe(0);
      appendFileSync(root.path('dist/iceland', path), '// edited');
    }
    const second = root.buildJson(['--image', ...cacheOption]) as Result;
    expect(second.compileReused).toBe(false);
    expect(second.images.map(({ digest }) => digest)).toEqual(first.images.map(({ digest }) => digest));
    for (const id of ['brazil', 'iceland']) expect(damagedFiles(root, id)).toEqual([]);
    expect((root.buildJson(cacheOption) as Result).compileReused).toBe(true);
    root.remove();
  });
});

const onSmallDisk = canMount ? describe : describe.skip;

onSmallDisk('a disk', () => {
  let root: BuildRoot;
  let disk: ReturnType<typeof mountSmallDisk>;
  beforeAll(() => {
    root = new BuildRoot(['brazil', 'iceland']);
    disk = mountSmallDisk(1);
  });
  afterAll(() => {
    disk.remove();
    root.remove();
  });

  /** The errors of a build, with its output below a folder. */
  function errors(...args: string[]): string {
    const options = ['--root', root.folder, '--cache', root.path('cache'), ...args];
    const { stderr, status } = spawnSync(process.execPath, [join(repository, 'scripts/build-tenants.ts'), ...options], {
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    expect(status).toBe(1);
    return stderr;
  }

  it('that is full is reported with the path and a remedy, and without a stack', () => {
    expect(errors('--out', join(disk.folder, 'dist'))).toMatch(
      /^\/\S+\/dist\/\.versions\/\S+: the disk is full\. Free some space, or choose folders on another disk\.\n$/,
    );
    rmSync(join(disk.folder, 'dist'), { recursive: true });
    appendFileSync(join(disk.folder, 'filler'), Buffer.alloc(900_000));
    expect(errors('--cache', join(disk.folder, 'cache'))).toMatch(
      /^\/\S+\/cache\/compile\/draft\.\d+\S*: the disk is full\. Free some space, or choose folders on another disk\.\n$/,
    );
  });

  it('that is read-only is not reported as a missing folder', () => {
    execFileSync('mount', ['-o', 'remount,ro', dirname(disk.folder)]);
    const out = join(disk.folder, 'new/dist');
    expect(errors('--out', out)).toBe(`${out}: the file system is read-only. Choose a folder that can be written.\n`);
  });
});

describe('JSON', () => {
  it('is all that the standard output has, with npm too', () => {
    const root = new BuildRoot(['iceland']);
    const options = ['--json', '--root', root.folder, '--out', root.path('dist'), '--image', ...cache];
    const { stdout, stderr } = spawnSync('npm', ['run', '--silent', 'build', '--', ...options], {
      cwd: repository,
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    const { images } = JSON.parse(stdout) as Result;
    expect(images.map(({ id, part }) => `${part} of ${id}`)).toEqual(['api of iceland', 'page of iceland']);
    expect(stderr).toContain('Branded 1 of 1: iceland');
    root.remove();
  });
});

describe('the folder of bundles of an older Signboard', () => {
  it('is taken over', () => {
    const root = new BuildRoot(['iceland']);
    mkdirSync(root.path('dist/iceland/.meta'), { recursive: true });
    appendFileSync(root.path('dist/iceland/.meta/bundle.json'), '{}');
    symlinkSync('nowhere', root.path('dist/note'));
    expect(root.build(['--no-compress', ...cache]).err).toBe('');
    expect(damagedFiles(root, 'iceland')).toEqual([]);
    expect(existsSync(root.path('dist/iceland/index.html'))).toBe(true);
    expect(readdirSync(root.path('dist')).sort()).toEqual(['.versions', 'iceland', 'note']);
    root.remove();
  });
});
