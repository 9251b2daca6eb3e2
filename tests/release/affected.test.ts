import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Changes } from '../../scripts/affected/changes.ts';
import { tenantIds } from '../../tenants/tenantIds.ts';

const repository = resolve(import.meta.dirname, '../..');
const ids = ['brazil', 'iceland', 'lithuania'];

/** A checkout with the real app and three deployments, without tests. */
let checkout: string;

function git(...args: string[]): string {
  const identity = ['-c', 'user.name=Anna', '-c', 'user.email=anna@example.is', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...identity, ...args], { cwd: checkout, encoding: 'utf8' }).trim();
}

function commit(message: string): string {
  git('add', '--all');
  git('commit', '--quiet', '--message', message);
  return git('rev-parse', 'HEAD');
}

function edit(path: string, change: (text: string) => string): void {
  const before = readFileSync(join(checkout, path), 'utf8');
  const after = change(before);
  expect(after).not.toBe(before);
  writeFileSync(join(checkout, path), after);
}

/** `npm run tenants -- affected …` in the checkout. */
function affected(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const script = join(checkout, 'scripts/tenants.ts');
  const env = { ...process.env, NODE_OPTIONS: '' };
  return new Promise((done) => {
    execFile(process.execPath, [script, 'affected', ...args], { cwd: checkout, env }, (error, stdout, stderr) =>
      done({ code: typeof error?.code === 'number' ? error.code : 0, out: stdout, err: stderr }),
    );
  });
}

/** The reasons by id, from the JSON output. */
async function reasons(...args: string[]): Promise<Record<string, string[]>> {
  const { code, out, err } = await affected(...args, '--json');
  expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' });
  const { changes, unchanged } = JSON.parse(out) as Changes;
  expect([...changes.map(({ id }) => id), ...unchanged].sort()).toEqual(ids);
  return Object.fromEntries(changes.map((change) => [change.id, change.reasons]));
}

beforeAll(() => {
  checkout = mkdtempSync(join(tmpdir(), 'signboard-checkout-'));
  const others = tenantIds(join(repository, 'tenants')).filter((id) => !ids.includes(id));
  const isWanted = (path: string): boolean =>
    !/\.test\.tsx?$/.test(path) && !others.some((id) => path.endsWith(`${sep}tenants${sep}${id}`));
  for (const part of [
    'src',
    'contract',
    'tenants',
    'scripts/build',
    'scripts/lib',
    'scripts/affected',
    'scripts/image',
    'scripts/base',
    'scripts/tenants',
    'scripts/licences',
    'server',
    'scripts/tenants.ts',
    'scripts/build-tenants.ts',
    'rspack.config.ts',
    'package.json',
    'package-lock.json',
    '.npmrc',
    '.gitignore',
    'docker/nginx/nginx.conf',
    'docker/entrypoint.sh',
    'docker/healthcheck.sh',
  ]) {
    mkdirSync(join(checkout, part, '..'), { recursive: true });
    cpSync(join(repository, part), join(checkout, part), { recursive: true, filter: isWanted });
  }
  symlinkSync(join(repository, 'node_modules'), join(checkout, 'node_modules'));
  writeFileSync(join(checkout, '.gitignore'), 'node_modules\n.cache\n');
  git('init', '--quiet');
  commit('Begin');
});

afterAll(() => rmSync(checkout, { recursive: true, force: true }));

it('lists the deployments that need a release since a revision, with reasons and the version that follows', async () => {
  const start = git('rev-parse', 'HEAD');
  edit('src/main.tsx', (text) => `// Nobody sees this.\n${text}`);
  edit('docker/nginx/nginx.conf', (text) => `# Nor this.\n${text}`);
  edit('scripts/image/imageReport.ts', (text) => `// It is in no image.\n${text}`);
  const server = 'web server (docker/nginx/nginx.conf, scripts/image/imageReport.ts)';
  expect(await reasons('--since', 'HEAD')).toEqual(Object.fromEntries(ids.map((id) => [id, [server]])));
  git('checkout', '--', 'docker');
  const { out } = await affected('--since', 'HEAD');
  expect(out).toBe('0 of 3 deployments need a release\n');
  const comment = commit('Say nothing to anybody');
  expect(await reasons('--since', start, '--until', 'HEAD')).toEqual({});
  edit('scripts/image/imageConfig.ts', (text) => text.replace("User: '101:101'", "User: '1001:1001'"));
  expect((await affected('--since', 'HEAD')).out).toContain('web server (scripts/image/imageConfig.ts)');
  git('checkout', '--', 'scripts/image');

  edit('tenants/brazil/logo.svg', (text) => text.replace('<svg ', '<svg id="drawn" '));
  edit('tenants/iceland/manifest.json', (text) =>
    text.replace('"feedback": true', '"feedback": false').replace('"4.', '"5.'),
  );
  edit('src/i18n/locales/lt/auth.json', (text) => text.replace(/: "(\w)/, ': "Nauja $1'));
  expect(await reasons('--since', comment)).toEqual({
    brazil: ['brand (logo.svg)', 'API: manifest'],
    iceland: [expect.stringMatching(/^version \(4\.\S+ → 5\./), 'flag (feedback off)', 'API: manifest'],
    lithuania: [expect.stringMatching(/^language \(lt: \d scripts?\)$/)],
  });
  const changed = await affected('--since', comment);
  // The plan is made once for one content of the work tree.
  expect(changed.err).toBe('');
  expect(changed.out).toMatch(/^brazil +4\.2\.1 → 4\.2\.2 +brand \(logo\.svg\) · API: manifest$/m);
  expect(changed.out).toMatch(/^iceland +5\.2\.3 +version /m);
  commit('Change each in its own way');

  edit('src/main.tsx', (text) => `${text}\ndocument.documentElement.dataset['seen'] = 'yes';\n`);
  edit('server/mail/mailer.ts', (text) => `${text}\nexport const unused = 1;\n`);
  edit('server/db/migrations/003_people.sql', (text) => `${text}\nselect 1;\n`);
  writeFileSync(join(checkout, 'server/db/migrations/900_next.sql'), '-- previous release: yes\nselect 1;\n');
  const everywhere = await reasons('--since', 'HEAD');
  expect(Object.keys(everywhere)).toEqual(ids);
  for (const why of Object.values(everywhere))
    expect(why).toEqual([
      expect.stringMatching(/^shared code \(.*app\.js/),
      'API: server',
      expect.stringMatching(/^API: schema \(.+ → 900_next\)$/),
    ]);
  git('checkout', '--', 'server');
  rmSync(join(checkout, 'server/db/migrations/900_next.sql'));

  edit('src/main.tsx', (text) => `${text}\nconst broken = ;\n`);
  const broken = commit('Break it');
  const { code, out: said } = await affected('--since', broken);
  expect(code).toBe(1);
  expect(said).toContain(`${broken} cannot be built:\n`);
  expect(said).toContain('main.tsx');
});

it('reports what it cannot compare', async () => {
  const unknown = await affected('--since', 'yesteryear');
  expect(unknown).toMatchObject({ code: 1, out: expect.stringContaining('There is no revision "yesteryear".') });
  const elsewhere = await affected('--since', 'HEAD', '--root', join(checkout, 'src'));
  expect(elsewhere).toMatchObject({
    code: 1,
    out: expect.stringMatching(/src is not the top folder of a git checkout, so it has no revisions/),
  });
  expect(git('worktree', 'list').split('\n')).toHaveLength(1);
});
