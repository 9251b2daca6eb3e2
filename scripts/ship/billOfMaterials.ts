import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Enums, Models, Serialize, Spec, SPDX } from '@cyclonedx/cyclonedx-library';
import type { ImageLayout } from '../image/ImageLayout.ts';
import { layerFiles } from '../image/layerFiles.ts';
import type { BundleRecord } from '../image/imageParts.ts';
import { type PartName, repositoryName } from '../image/imageName.ts';
import type { Descriptor, Index, Manifest } from '../image/oci.ts';

export const billType = 'application/vnd.cyclonedx+json';

const repository = join(import.meta.dirname, '../..');

/** Reasons of layers without Debian packages. */
const ours = /^(server|core|flag:\w+|language:\w+|brand|commit|tenant|native|packages)$/;

type Locked = { version: string; integrity?: string; license?: string };

/** A third-party component of an image. */
type Part = { group?: string; name: string; version: string; purl: string; license?: string; sha512?: string };

/** The npm packages in the image, with version, licence and hash from the lockfile. */
function npmParts(packages: string[]): Part[] {
  const lock = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const parts = packages.flatMap((path): Part[] => {
    const locked = lock.packages[path];
    const [, group, name] = /.*node_modules\/(?:(@[^/]+)\/)?([^/]+)$/.exec(path) ?? [];
    if (!locked || !name) return [];
    const sha512 = /^sha512-(\S+)/.exec(locked.integrity ?? '')?.[1];
    return [
      {
        group,
        name,
        version: locked.version,
        purl: `pkg:npm/${group ? `${encodeURIComponent(group)}/` : ''}${name}@${locked.version}`,
        license: locked.license,
        sha512: sha512 && Buffer.from(sha512, 'base64').toString('hex'),
      },
    ];
  });
  return [...new Map(parts.map((part) => [part.purl, part])).values()];
}

/** dpkg status files and os-release of a layer, by path. */
async function recordsOf(layer: Buffer): Promise<Map<string, string>> {
  const records = new Map<string, string>();
  const isRecord = (path: string): boolean =>
    /^(\.\/)?(var\/lib\/dpkg\/status(\.d\/[^/]+)?|(usr\/lib|etc)\/os-release)$/.test(path);
  for await (const { path, content } of layerFiles(layer, isRecord)) records.set(path, content.toString('utf8'));
  return records;
}

/** The layers of an image, or of all platforms of an index. */
function layersOf(layout: ImageLayout, image: Descriptor): Descriptor[] {
  const content = layout.readJson<Manifest | Index>(image);
  return 'manifests' in content ? content.manifests.flatMap((manifest) => layersOf(layout, manifest)) : content.layers;
}

/** The Debian packages of an image, from the dpkg status files in its layers. */
async function debianParts(layout: ImageLayout, image: Descriptor): Promise<Part[]> {
  const records = new Map<string, string>();
  for (const layer of layersOf(layout, image))
    if (layer.mediaType.endsWith('gzip') && !ours.test(layer.annotations?.['dev.signboard.reason'] ?? ''))
      for (const [name, content] of await recordsOf(layout.read(layer))) records.set(name, content);
  const [release = ''] = [...records].flatMap(([name, content]) =>
    name.endsWith('os-release') && content ? [content] : [],
  );
  const distribution = /^VERSION_ID="?([^"\n]+)/m.exec(release)?.[1];
  return [...records]
    .filter(([name]) => name.includes('/dpkg/'))
    .flatMap(([, content]) => content.split(/\n\n+/))
    .flatMap((stanza): Part[] => {
      const field = (wanted: string): string => new RegExp(`^${wanted}: (.+)$`, 'm').exec(stanza)?.[1] ?? '';
      const [name, version, architecture] = ['Package', 'Version', 'Architecture'].map(field);
      if (!name || !version) return [];
      // Advisories name the source package: `glibc`, or `nginx (1.22.1-9)` if its version differs.
      const upstream = field('Source').replace(/^(\S+) \((.+)\)$/, '$1@$2');
      const known = new URLSearchParams({
        ...(architecture && { arch: architecture }),
        ...(distribution && { distro: `debian-${distribution}` }),
        ...(upstream && { upstream }),
      });
      return [{ name, version, purl: `pkg:deb/debian/${name}@${encodeURIComponent(version)}?${known.toString()}` }];
    });
}

function componentOf({ license, sha512, ...part }: Part): Models.Component {
  const component = new Models.Component(Enums.ComponentType.Library, part.name, { ...part, bomRef: part.purl });
  if (license) {
    const id = SPDX.fixupSpdxId(license);
    component.licenses.add(id ? new Models.SpdxLicense(id) : new Models.LicenseExpression(license));
  }
  if (sha512) component.hashes.set(Enums.HashAlgorithm['SHA-512'], sha512);
  return component;
}

/**
 * The bill of materials of an image in CycloneDX 1.6: its npm packages and the Debian packages of its base. The same image gives the
 * same bytes.
 * @param packages keys in package-lock.json
 */
export async function billOfMaterials(
  layout: ImageLayout,
  image: Descriptor,
  { bundle, part: named, packages }: { bundle: BundleRecord; part: PartName; packages: string[] },
): Promise<Buffer> {
  const { id, version } = bundle;
  const name = repositoryName(id, named);
  const purl = `pkg:oci/${name}@${encodeURIComponent(image.digest)}`;
  const container = new Models.Component(Enums.ComponentType.Container, name, { version, purl, bomRef: purl });
  container.hashes.set(Enums.HashAlgorithm['SHA-256'], image.digest.replace('sha256:', ''));
  const isPage = named === 'page';
  const appName = isPage ? `${name}-bundle` : `${name}-server`;
  const app = new Models.Component(Enums.ComponentType.Application, appName, { version, bomRef: 'bundle' });
  if (isPage) app.hashes.set(Enums.HashAlgorithm['SHA-256'], bundle.digest);
  const bom = new Models.Bom();
  bom.metadata.component = container;
  bom.components.add(app);
  container.dependencies.add(app.bomRef);
  for (const part of npmParts(packages)) {
    const component = componentOf(part);
    bom.components.add(component);
    app.dependencies.add(component.bomRef);
  }
  for (const part of await debianParts(layout, image)) {
    const component = componentOf(part);
    bom.components.add(component);
    container.dependencies.add(component.bomRef);
  }
  const factory = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  return Buffer.from(`${new Serialize.JsonSerializer(factory).serialize(bom, { sortLists: true, space: 1 })}\n`);
}
