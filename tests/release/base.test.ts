import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from '@jest/globals';
import { extract } from 'tar-stream';
import { ImageLayout } from '../../scripts/image/ImageLayout.ts';
import type { Manifest } from '../../scripts/image/oci.ts';
import { debianBase } from '../../scripts/base/debianBase.ts';
import { readElf } from '../../scripts/base/elf.ts';
import { pageBase } from '../../scripts/base/recipes.ts';
import { fetchPackage, pinnedPackages } from '../../scripts/base/packages.ts';

const cache = resolve(import.meta.dirname, '../../.cache');

/** The content of the only layer of an image layout. */
async function contentsOf(
  folder: string,
): Promise<Map<string, { owner: number; mtime: number; mode: number; link: string | null; elf: string | null }>> {
  const layout = new ImageLayout(folder);
  const [layer] = layout.index().manifests.flatMap((image) => layout.readJson<Manifest>(image).layers);
  if (!layer) throw new Error(`${folder} has no layer`);
  const files = new Map();
  const tar = extract();
  tar.end(gunzipSync(layout.read(layer)));
  for await (const entry of tar) {
    const { name, uid, mtime, mode, linkname } = entry.header;
    const elf = readElf(await buffer(entry))?.architecture ?? null;
    files.set(name, { owner: uid, mtime: mtime?.getTime(), mode, link: linkname ?? null, elf });
  }
  return files;
}

describe('the base image of Debian packages', () => {
  const folders: string[] = [];
  afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

  it('contains nginx, its brotli module, their libraries, a shell, and a list of its sources', async () => {
    const files = await contentsOf(await debianBase(cache));
    const names = [...files.keys()];
    for (const name of ['usr/sbin/nginx', 'usr/lib/nginx/modules/ngx_http_brotli_static_module.so', 'bin/busybox'])
      expect(names).toContain(name);
    expect(names.filter((name) => /libcrypto\.so|libpcre2-8\.so|libc\.so/.test(name))).not.toEqual([]);
    expect(files.get('bin/sh')?.link).toBe('busybox');
    expect(files.get('tmp/')?.mode).toBe(0o1777);
    for (const name of pageBase.packages) expect(names).toContain(`var/lib/dpkg/status.d/${name}`);
    expect(names).toContain('usr/share/doc/nginx/copyright');
    // Nothing else: no package manager, no other programs.
    expect(names.filter((name) => /bin\/./.test(name))).toHaveLength(8);
  });

  it('has the same programs for arm64, each for that processor', async () => {
    const [ours, others] = [
      await contentsOf(await debianBase(cache, 'amd64')),
      await contentsOf(await debianBase(cache, 'arm64')),
    ];
    const programsOf = (files: typeof ours) =>
      [...files].flatMap(([name, { elf }]) =>
        elf ? [{ name: name.replaceAll(/\w+-linux-gnu|ld-linux-.*/g, '…'), elf }] : [],
      );
    expect(programsOf(ours).map(({ elf }) => elf)).toEqual(programsOf(ours).map(() => 'amd64'));
    expect(programsOf(others).map(({ elf }) => elf)).toEqual(programsOf(others).map(() => 'arm64'));
    expect(programsOf(others).map(({ name }) => name)).toEqual(
      expect.arrayContaining(programsOf(ours).map(({ name }) => name)),
    );
  });

  it('is owned by root and contains no times', async () => {
    for (const { owner, mtime } of (await contentsOf(await debianBase(cache))).values())
      expect([owner, mtime]).toEqual([0, 0]);
  });

  it('is about 5 MB compressed', async () => {
    const layout = new ImageLayout(await debianBase(cache));
    const parts = layout.index().manifests.flatMap((image) => layout.partsOf(image));
    expect(parts.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(6_500_000);
  });

  it('is reproducible in another folder', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'signboard-cache-'));
    folders.push(elsewhere);
    const [first, second] = [await debianBase(cache), await debianBase(elsewhere)];
    expect(readFileSync(join(second, 'index.json'), 'utf8')).toBe(readFileSync(join(first, 'index.json'), 'utf8'));
  });

  it('is built again when a cached file of it was changed', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'signboard-cache-'));
    folders.push(elsewhere);
    cpSync(join(cache, 'base'), join(elsewhere, 'base'), { recursive: true });
    const layout = new ImageLayout(await debianBase(elsewhere));
    const [image] = layout.index().manifests;
    const [layer] = layout.readJson<Manifest>(image ?? { digest: '' }).layers;
    appendFileSync(layout.pathOf(layer ?? { digest: '' }), 'more');
    await debianBase(elsewhere);
    expect(layout.isComplete(image ?? { mediaType: '', digest: '', size: 0 })).toBe(true);
  });

  it('reports what to do when a package is unavailable', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'signboard-cache-'));
    folders.push(empty);
    const [nginx] = await pinnedPackages(['nginx'], 'amd64');
    if (!nginx) throw new Error('nginx is not pinned');
    const gone = fetchPackage({ ...nginx, version: '1.22.1-0' }, 'amd64', empty);
    await expect(gone).rejects.toThrow(
      'nginx 1.22.1-0 for amd64 is pinned in scripts/base/packages.lock.json and cannot be downloaded',
    );
    await expect(gone).rejects.toThrow('npm run ops -- base --update');
  });

  it('refuses a package that differs from the pinned one, and stores nothing of it', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'signboard-cache-'));
    folders.push(empty);
    const [zlib] = await pinnedPackages(['zlib1g'], 'amd64');
    if (!zlib) throw new Error('zlib1g is not pinned');
    const other = fetchPackage({ ...zlib, sha256: '0'.repeat(64) }, 'amd64', empty);
    await expect(other).rejects.toThrow(`its SHA-256 is ${zlib.sha256}, not ${'0'.repeat(64)}`);
    expect(readdirSync(join(empty, 'base/packages'))).toEqual([]);
  });
});
