import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { copyRepository, type RepositoryCopy } from '../support/repositoryCopy.ts';

let copy: RepositoryCopy;
const run = (command: string, ...args: string[]) => copy.run(command, ...args);

/** Lines added per file since the copy, without new files. */
async function addedLines(): Promise<[file: string, lines: number][]> {
  const lines = (await run('git', 'diff', '--numstat')).trim().split('\n');
  return lines.map((line) => {
    const [added = '', , file = ''] = line.split('\t');
    return [file, Number(added)];
  });
}

beforeAll(async () => {
  copy = await copyRepository('new-kind');
});
afterAll(() => copy.remove());

describe('a generated kind', () => {
  it('needs seven lines outside its own files', async () => {
    expect(await run('npm', 'run', '--silent', 'ops', '--', 'new-kind', 'service_areas')).toContain(
      '11 files written, 7 lines added to shared files',
    );
    const isShared = ([file]: [string, number]) =>
      !file.startsWith('src/i18n/locales/') && !['server/db/schema.ts', 'src/api/answers.json'].includes(file);
    expect((await addedLines()).filter(isShared)).toEqual([
      ['contract/kinds.ts', 1],
      ['server/resources/privacy/personalColumns.ts', 1],
      ['src/app/features.ts', 1],
      ['src/app/shell/Shell.test.ts', 1],
      ['src/i18n/i18next.d.ts', 1],
      ['tests/protocol/serverPermissions.test.ts', 1],
      ['tests/release/roles.spec.ts', 1],
    ]);
  });

  it('may have an irregular plural and need a flag', async () => {
    const options = ['equipment', '--one', 'equipment_item', '--flag', 'departments'];
    expect(await run('npm', 'run', '--silent', 'ops', '--', 'new-kind', ...options)).toContain('11 files written');
  });

  it('passes the checks', async () => {
    const names = ['lint', 'directions', 'unused', 'format', 'words', 'guide', 'answers', 'tables', 'acceptance'];
    const output = await run('npm', 'run', '--silent', 'check', '--', ...names);
    expect(output.match(/^ok +\w+/gm)).toHaveLength(names.length);
  });

  it('passes its own tests, and those of roles and of the navigation', async () => {
    const newFolders = ['serviceAreas', 'equipment'].flatMap((name) => [`features/${name}`, `resources/${name}`]);
    const paths = [...newFolders, 'serverPermissions', 'src/app/shell', 'src/app/gates'];
    await run('npm', 'run', '--silent', 'jest', '--', ...paths);
  });
});

it('a name that is in use is refused, and nothing is written', async () => {
  await expect(run('npm', 'run', '--silent', 'ops', '--', 'new-kind', 'contacts')).rejects.toMatchObject({
    code: 1,
    stderr: 'There is a kind "contacts" already: see contract/kinds.ts.\n',
  });
});
