/** A package in the terms of advisories. */
export type InstalledPackage = {
  /** `npm` or `Debian:<release>`. */
  ecosystem: string;
  name: string;
  version: string;
  /** Its name for people. */
  shown: string;
};

/** The npm and Debian packages of a bill of materials (CycloneDX JSON). Advisories name Debian's source packages. */
export function packagesOfBill(bill: Buffer): InstalledPackage[] {
  const { components = [] } = JSON.parse(bill.toString('utf8')) as { components?: { purl?: string }[] };
  return components.flatMap(({ purl = '' }): InstalledPackage[] => {
    const [, type, path = '', version = '', query = ''] = /^pkg:(npm|deb)\/(.+?)@([^?]+)(?:\?(.*))?$/.exec(purl) ?? [];
    if (type === undefined) return [];
    const [name, installed] = [decodeURIComponent(path), decodeURIComponent(version)];
    if (type === 'npm') return [{ ecosystem: 'npm', name, version: installed, shown: name }];
    const qualifiers = new URLSearchParams(query);
    const binary = name.replace(/^debian\//, '');
    const [source = binary, sourceVersion = installed] = (qualifiers.get('upstream') ?? binary).split('@');
    const release = (qualifiers.get('distro') ?? '').replace('debian-', '');
    return [{ ecosystem: `Debian:${release}`, name: source, version: sourceVersion, shown: binary }];
  });
}

type LockedPackage = { version?: string; name?: string; link?: boolean };

/** All packages of a package-lock.json (lockfileVersion 2 and 3), also those of development and of other platforms. */
export function packagesOfLockfile(lockfile: { packages: Record<string, LockedPackage> }): InstalledPackage[] {
  const found = new Map<string, InstalledPackage>();
  for (const [path, { version, name: real, link }] of Object.entries(lockfile.packages)) {
    if (path === '' || link || version === undefined) continue;
    // `name` is there if the package is installed under another one.
    const name = real ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    found.set(`${name}@${version}`, { ecosystem: 'npm', name, version, shown: name });
  }
  return [...found.values()];
}
