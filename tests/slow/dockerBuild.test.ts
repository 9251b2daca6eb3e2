import { createWriteStream, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { debianBase } from '../../scripts/base/debianBase.ts';
import { archiveImages, forThisMachine } from '../../scripts/image/archiveImages.ts';
import { ImageLayout } from '../../scripts/image/ImageLayout.ts';
import { writeImages } from '../../scripts/image/index.ts';
import type { Descriptor } from '../../scripts/image/oci.ts';
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

/** Loads images of a layout into the engine. */
async function load(layout: ImageLayout, images: Descriptor[]): Promise<void> {
  const archive = root.path('load.tar');
  await pipeline(archiveImages(layout, images), createWriteStream(archive));
  await engine.docker('load', '--input', archive);
}

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
  expect(root.build(['iceland']).err).toBe('');
  const base = await debianBase(cache);
  const places = { root: root.folder, out: root.path('dist'), cache };
  await writeImages({ ...places, ids: ['iceland'], parts: ['page'], base });
  for (const layout of [new ImageLayout(base), new ImageLayout(root.path('dist/images'))])
    await load(
      layout,
      layout.index().manifests.map((image) => forThisMachine(layout, image)),
    );
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
