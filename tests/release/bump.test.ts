import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { tenantIds } from '../../tenants/tenantIds.ts';

const repository = resolve(import.meta.dirname, '../..');
const kept = ['brazil', 'iceland', 'lithuania'];

/** A clone of this repository with three deployments. */
let clone: string;
let start: string;

function git(...args: string[]): string {
  const identity = ['-c', 'user.name=Anna', '-c', 'user.email=anna@example.is', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...identity, ...args], { cwd: clone, encoding: 'utf8' }).trim();
}

function commit(message: string): string {
  git('add', '--all');
  git('commit', '--quiet', '--message', message);
  return git('rev-parse', '--short', 'HEAD');
}

function edit(path: string, change: (text: string) => string): void {
  const before = readFileSync(join(clone, path), 'utf8');
  const after = change(before);
  expect(after).not.toBe(before);
  writeFileSync(join(clone, path), after);
}

const read = (path: string): string => readFileSync(join(clone, path), 'utf8');

/** `npm run tenants -- …` on the clone. */
function tenants(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const script = join(repository, 'scripts/tenants.ts');
  const env = { ...process.env, NODE_OPTIONS: '' };
  return new Promise((done) => {
    execFile(process.execPath, [script, ...args], { cwd: clone, env }, (error, stdout, stderr) =>
      done({ code: typeof error?.code === 'number' ? error.code : 0, out: stdout, err: stderr }),
    );
  });
}

const bump = (...args: string[]) => tenants('bump', ...args, '--root', clone);

beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'signboard-clone-'));
  execFileSync('git', ['clone', '--quiet', '--shared', repository, clone]);
  symlinkSync(join(repository, 'node_modules'), join(clone, 'node_modules'));
  writeFileSync(join(clone, '.gitignore'), 'node_modules\n.cache\n');
  for (const id of tenantIds(join(clone, 'tenants')).filter((name) => !kept.includes(name)))
    rmSync(join(clone, 'tenants', id), { recursive: true });
  edit('tenants/iceland/manifest.json', (text) => text.replace('"4.2.3"', '"4.2.3" '));
  commit('Begin');
  start = git('rev-parse', 'HEAD');
});

afterAll(() => rmSync(clone, { recursive: true, force: true }));

it('raises the versions of the deployments that a change reaches, and writes what changed', async () => {
  edit('src/i18n/locales/is/auth.json', (text) => text.replace(/: "(\w)/, ': "Nú $1'));
  const words = commit('Say *it* in Icelandic: it was <unclear>');
  edit('docs/architecture.md', (text) => `${text}\nMore.\n`);
  commit('Describe more');
  edit('tenants/iceland/icon.svg', (text) => text.replace('<svg ', '<svg id="drawn" '));
  const icon = commit('Draw the symbol again');

  const before = read('tenants/iceland/manifest.json');
  expect((await tenants('affected', '--since', start, '--root', clone)).out).toMatch(/^iceland +4\.2\.3 → 4\.2\.4 /m);
  // It takes the plan, and builds nothing again.
  const first = await bump('--affected', '--since', start);
  expect(first).toEqual({
    code: 0,
    err: '',
    out: 'iceland: 4.2.3 → 4.2.4, 2 commits\nRead the changelogs in tenants/<id>/CHANGELOG.md, then commit them with the manifests.\n',
  });
  // Only the number changed: even an odd space stays.
  expect(read('tenants/iceland/manifest.json')).toBe(before.replace('"4.2.3" ', '"4.2.4" '));
  const day = git('log', '-1', '--format=%cs');
  expect(read('tenants/iceland/CHANGELOG.md')).toMatch(
    new RegExp(
      `^# Changelog of Táknljós \\(iceland\\)\n\n## 4\\.2\\.4 \\(${day}\\)\n\nDiffers from 4\\.2\\.3 by: [^]*brand \\(icon\\.svg\\)[^]*language \\(is: [^]*\\.\n\n` +
        `- Draw the symbol again \\(${icon}\\)\n- Say \\\\\\*it\\\\\\* in Icelandic: it was \\\\<unclear\\\\> \\(${words}\\)\n$`,
    ),
  );
  expect(git('status', '--porcelain', 'tenants')).toBe(
    'M tenants/iceland/manifest.json\n?? tenants/iceland/CHANGELOG.md',
  );
  expect((await tenants('check', '--root', join(clone, 'tenants'))).out).toBe('3 deployments, no problems\n');

  const again = await bump('--affected', '--since', start);
  expect(again.out).toContain('iceland: keeps 4.2.4, raised since ');
  expect(existsSync(join(clone, 'tenants/brazil/CHANGELOG.md'))).toBe(false);
});

it('raises named deployments, and puts the newest version first', async () => {
  commit('Release 4.2.4');
  expect((await bump('iceland', 'brazil', '--since', 'HEAD', '--minor', '--json')).out).toMatch(
    /"id": "iceland",\s+"before": "4\.2\.4",\s+"after": "4\.3\.0"/,
  );
  const text = read('tenants/iceland/CHANGELOG.md');
  expect(text.match(/^#.*$/gm)).toEqual([
    '# Changelog of Táknljós (iceland)',
    expect.stringMatching(/^## 4\.3\.0 /),
    expect.stringMatching(/^## 4\.2\.4 /),
  ]);
  expect(text).toContain('Has the content of 4.2.4.');
  // A changelog is not part of a bundle.
  git('checkout', '--quiet', 'tenants/iceland/manifest.json', 'tenants/brazil/manifest.json');
  expect((await tenants('affected', '--since', 'HEAD', '--root', clone)).out).toContain(
    '0 of 3 deployments need a release',
  );
});

it('writes the changelog once if it is killed while it changes a deployment, and repeated', async () => {
  const killer = join(clone, '.cache', 'killAtSecondWrite.mjs');
  writeFileSync(
    killer,
    `import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const write = fs.writeFileSync;
    let writes = 0;
    fs.writeFileSync = (file, ...rest) => {
      if (/tenants\\/iceland\\/(manifest\\.json|CHANGELOG\\.md)$/.test(file) && (writes += 1) === 2)
        process.kill(process.pid, 'SIGKILL');
      return write(file, ...rest);
    };
    syncBuiltinESMExports();`,
  );
  const script = join(repository, 'scripts/tenants.ts');
  const args = ['--import', killer, script, 'bump', 'iceland', '--major', '--since', 'HEAD', '--root', clone];
  const { signal } = spawnSync(process.execPath, args, { cwd: clone, env: { ...process.env, NODE_OPTIONS: '' } });
  expect(signal).toBe('SIGKILL');
  expect((await bump('iceland', '--major', '--since', 'HEAD')).out).toContain('iceland: 4.2.4 → 5.0.0, 0 commits\n');
  expect(read('tenants/iceland/manifest.json')).toContain('"version": "5.0.0"');
  expect(read('tenants/iceland/CHANGELOG.md').match(/^#.*$/gm)).toEqual([
    '# Changelog of Táknljós (iceland)',
    expect.stringMatching(/^## 5\.0\.0 /),
    expect.stringMatching(/^## 4\.3\.0 /),
    expect.stringMatching(/^## 4\.2\.4 /),
  ]);
  git('checkout', '--quiet', 'tenants/iceland');
});

it('keeps the version of a deployment that cannot be built, and raises the others', async () => {
  commit('Release and more');
  edit('tenants/brazil/icon.svg', (text) => text.replace('<svg ', '<svg id="drawn" '));
  edit('tenants/lithuania/manifest.json', (text) => text.replace('"feedback"', '"feedbak"'));
  const version = /"version": "(.+)"/.exec(read('tenants/lithuania/manifest.json'))?.[1];
  const { code, out } = await bump('--affected', '--since', 'HEAD');
  expect(code).toBe(1);
  expect(out).toMatch(/^brazil: 4\.2\.1 → 4\.2\.2, 0 commits\nlithuania: cannot be built at the work tree, so/);
  expect(out).toMatch(/tenants\/lithuania\/manifest\.json:\d+:\d+\n/);
  expect(read('tenants/lithuania/manifest.json')).toContain(`"version": "${version}"`);
  git('checkout', '--quiet', 'tenants/lithuania/manifest.json');
});

it('refuses what it cannot do, and changes nothing', async () => {
  commit('Rest');
  const refused = async (...args: string[]) => {
    const { code, out } = await bump(...args);
    expect({ code, changes: git('status', '--porcelain') }).toEqual({ code: 1, changes: '' });
    return out;
  };
  expect(await refused('--since', 'HEAD')).toContain('Name the deployments to raise, or give --affected');
  expect(await refused('icelnd', '--since', 'HEAD')).toContain('Did you mean "iceland"?');
  expect(await refused('--affected', '--since', 'yesteryear')).toContain('There is no revision "yesteryear".');
  expect(await refused('iceland', '--since', 'HEAD', '--minor', '--major')).toContain(
    'Give one of --minor and --major.',
  );
});
