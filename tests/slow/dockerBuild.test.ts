import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { debianBase } from '../../scripts/base/debianBase.ts';
import { BuildRoot } from '../support/buildRoot.ts';
import { type DockerEngine, startDocker } from '../support/docker.ts';

const repository = resolve(import.meta.dirname, '../..');
const cache = join(repository, '.cache');

let root: BuildRoot;
let engine: DockerEngine;
beforeAll(async () => {
  root = new BuildRoot(['iceland']);
  engine = await startDocker();
});
afterAll(async () => {
  await engine.stop();
  root.remove();
});

/** Runs one of the project's commands with the engine. */
const command = (script: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [join(repository, script), ...args], {
    env: { ...process.env, ...engine.environment, NODE_OPTIONS: '' },
  });

/** What an image serves, with its server's configuration: the bytes of each file, by its path. */
async function filesIn(image: string): Promise<Map<string, string>> {
  const container = await engine.docker('create', image);
  const folder = root.path(container);
  await engine.docker('cp', `${container}:/usr/share/signboard`, folder);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files
      .map(({ parentPath, name }) => join(parentPath, name))
      .toSorted()
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, 'base64')]),
  );
}

it('docker build gives the same page as the build of images', async () => {
  const folders = ['--root', root.folder, '--out', root.path('dist')];
  await command('scripts/build-tenants.ts', 'iceland', ...folders, '--image=load', '--base', await debianBase(cache));
  await command('scripts/base/main.ts', '--load', '--cache', cache);
  for (const part of ['docker', '.dockerignore']) root.copy(part);
  const recipe = ['--file', root.path('docker/Dockerfile'), '--build-arg=BASE=signboard-base:debian-12'];
  const target = ['--network=host', '--tag', 'signboard-iceland:built', root.folder];
  await engine.docker('build', ...recipe, '--build-arg=TENANT=iceland', ...target);

  const built = await filesIn('signboard-iceland:built');
  const { version } = JSON.parse(root.read('iceland', 'version.json')) as { version: string };
  expect(built).toEqual(await filesIn(`signboard-iceland:${version}`));
  expect([...built.keys()]).toEqual(
    expect.arrayContaining(['entrypoint.sh', 'headers.conf', 'nginx.conf', 'www/index.html', 'www/version.json']),
  );
});
