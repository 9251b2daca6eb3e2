import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { readElf, withoutSymbols } from '../base/elf.ts';
import { packagesOf, tenantEntries } from './apiParts.ts';
import { compileServer } from './compileServer.ts';
import { packageEntries, readLockfile } from './npmPackages.ts';

test('the API image of a deployment has its own manifest and logos, and no file of another deployment', () => {
  const entries = tenantEntries('iceland', join(import.meta.dirname, '../../tenants'));
  expect(entries.map(({ path }) => path).toSorted()).toEqual([
    'app/tenants/iceland/icon.svg',
    'app/tenants/iceland/logo-dark.svg',
    'app/tenants/iceland/logo.svg',
    'app/tenants/iceland/manifest.json',
  ]);
});

const repository = join(import.meta.dirname, '../..');

test('a program without its symbols is smaller, and is loaded in the same way', () => {
  const node = readFileSync(process.execPath);
  const small = withoutSymbols(node);
  expect(readElf(small)).toEqual(readElf(node));
  expect(small.length).toBeLessThan(0.9 * node.length);
});

test('the API image has the client of a database server, and no embedded database', async () => {
  const { portable } = packagesOf(await compileServer(repository), readLockfile(), 'amd64');
  expect(portable).toContain('node_modules/pg');
  expect(portable.filter((key) => key.includes('pglite'))).toEqual([]);
});

test('of a package, the API image has its code and licence, and no tests, documents and files of package managers', () => {
  const paths = ['fastify', 'pdfkit'].flatMap((name) =>
    packageEntries(join(repository, 'node_modules', name), name).map(({ path }) => path),
  );
  expect(paths).toEqual(expect.arrayContaining(['fastify/fastify.js', 'fastify/LICENSE', 'pdfkit/package.json']));
  expect(paths.filter((path) => /\/(test|docs|examples|\.yarn)\/|\.md$|\.ts$/.test(path))).toEqual([]);
});
