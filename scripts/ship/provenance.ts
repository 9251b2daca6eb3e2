import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { ImageLayout } from '../image/ImageLayout.ts';
import type { BundleRecord } from '../image/imageParts.ts';
import { type Descriptor, digestOf, type Index, type Manifest } from '../image/oci.ts';

export const provenanceType = 'application/vnd.in-toto+json';

const repository = join(import.meta.dirname, '../..');
const hex = (digest: string): string => digest.replace('sha256:', '');

/**
 * A git remote as a URL without credentials: `git@github.com:org/repo.git` is `ssh://github.com/org/repo.git`. Null for a path or
 * a file, which nobody else can fetch.
 */
export function publicSource(remote: string): string | null {
  const [, host, path] = /^(?:[^/@:]+@)?([^/@:]{2,}):(?!\/\/)(.+)$/.exec(remote) ?? [];
  const url = host && path ? `ssh://${host}/${path.replace(/^\//, '')}` : remote;
  return /^(https?|ssh|git):\/\//.test(url) ? url.replace(/^(\w+:\/\/)[^/@]*@/, '$1') : null;
}

/** The public source of a checkout; null when it has no remote, or one on this machine. */
function sourceOf(root: string): Promise<string | null> {
  return new Promise((done) => {
    execFile('git', ['config', '--get', 'remote.origin.url'], { cwd: root }, (error, stdout) =>
      done(error ? null : publicSource(stdout.trim())),
    );
  });
}

/** Digests of the base of an image, or of those of each platform of an index. */
function basesOf(layout: ImageLayout, image: Descriptor): string[] {
  const content = layout.readJson<Manifest | Index>(image);
  if ('manifests' in content) return content.manifests.flatMap((manifest) => basesOf(layout, manifest));
  const base = content.annotations?.['org.opencontainers.image.base.digest'];
  return base ? [base] : [];
}

/** Facts about a build for its provenance. */
export type Built = {
  root: string;
  layout: ImageLayout;
  image: Descriptor;
  /** Name of the image without its tag. */
  name: string;
  bundle: BundleRecord;
  bill: Buffer;
  started: Date;
  finished: Date;
};

/**
 * SLSA provenance v1 of an image in an in-toto statement v1. It is not signed, so it is only a claim of the machine that shipped;
 * BUILDER_ID, a URL, identifies that machine.
 */
export async function provenance({ root, layout, image, name, bundle, ...built }: Built): Promise<Buffer> {
  const commit = bundle.commit.replace(/-dirty$/, '');
  const bases = basesOf(layout, image);
  const source = await sourceOf(root);
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name, digest: { sha256: hex(image.digest) } }],
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'https://signboard.dev/ship/v1',
        externalParameters: { tenant: bundle.id, version: bundle.version },
        internalParameters: {
          node: process.version,
          dirty: bundle.commit !== commit,
          verified: true,
          publicSource: source !== null,
        },
        resolvedDependencies: [
          // Without a public source the statement names the commit only.
          { ...(source === null ? { name: 'sources' } : { uri: `git+${source}` }), digest: { gitCommit: commit } },
          {
            uri: 'package-lock.json',
            digest: { sha256: hex(digestOf(readFileSync(join(repository, 'package-lock.json')))) },
          },
          ...bases.map((base) => ({ uri: 'base', digest: { sha256: hex(base) } })),
        ],
      },
      runDetails: {
        builder: { id: process.env['BUILDER_ID'] ?? `urn:signboard:machine:${hostname()}` },
        metadata: { startedOn: built.started.toISOString(), finishedOn: built.finished.toISOString() },
        byproducts: [
          { name: 'bundle', digest: { sha256: bundle.digest } },
          { name: 'bill of materials', digest: { sha256: hex(digestOf(built.bill)) } },
        ],
      },
    },
  };
  return Buffer.from(`${JSON.stringify(statement)}\n`);
}
