import type { Entry } from '../image/makeLayer.ts';

/** What a base image is made of. */
export type Recipe = {
  /** Part of the image's name: `signboard-base:debian-12`. */
  name: string;
  /** For the image's history. */
  about: string;
  /** The Debian packages, whose records and licences are in the image too. */
  packages: readonly string[];
  /** Programs and modules, at their paths in the packages. */
  programs: readonly string[];
  /** Shared libraries besides those that the programs need. */
  libraries: readonly string[];
  /** Files that no package contains. */
  files: readonly Entry[];
};

const text = (path: string, ...lines: string[]): Entry => ({ path, content: Buffer.from(`${lines.join('\n')}\n`) });

const tmp: Entry = { path: 'tmp', folder: true, mode: 0o1777 };

/** The accounts of an image: root, the one that the program runs as, and nobody. */
const accounts = (name: string, id: number): Entry[] => [
  text(
    'etc/passwd',
    'root:x:0:0:root:/root:/sbin/nologin',
    `${name}:x:${id}:${id}:${name}:/nonexistent:/sbin/nologin`,
    'nobody:x:65534:65534:nobody:/nonexistent:/sbin/nologin',
  ),
  text('etc/group', 'root:x:0:', `${name}:x:${id}:`, 'nogroup:x:65534:'),
];

/** The base of pages: nginx with brotli, and busybox as the shell of the entry point. */
export const pageBase: Recipe = {
  name: 'signboard-base',
  about: 'nginx and brotli of Debian 12',
  packages: [
    'base-files',
    'busybox-static',
    'libc6',
    'libcrypt1',
    'libnginx-mod-http-brotli-static',
    'libpcre2-8-0',
    'libssl3',
    'nginx',
    'zlib1g',
  ],
  programs: ['usr/sbin/nginx', 'usr/lib/nginx/modules/ngx_http_brotli_static_module.so', 'bin/busybox'],
  libraries: [],
  files: [
    ...accounts('nginx', 101),
    // Commands that the entry point and the health check use.
    ...['mkdir', 'rm', 'sed', 'sh', 'sleep', 'wget'].map((command): Entry => ({
      path: `bin/${command}`,
      link: 'busybox',
    })),
    tmp,
  ],
};

/** The base of APIs: the libraries of Node and of native npm packages, and busybox for the health check; no /bin/sh. */
export const apiBase: Recipe = {
  name: 'signboard-api-base',
  about: 'C and C++ libraries and busybox of Debian 12',
  packages: ['base-files', 'busybox-static', 'gcc-12-base', 'libc6', 'libgcc-s1', 'libstdc++6'],
  programs: ['bin/busybox'],
  libraries: [
    'libc.so.6',
    'libdl.so.2',
    'libgcc_s.so.1',
    'libm.so.6',
    'libpthread.so.0',
    'libresolv.so.2',
    'librt.so.1',
    'libstdc++.so.6',
  ],
  files: [...accounts('node', 1000), text('etc/nsswitch.conf', 'hosts: files dns'), tmp],
};

/** Every package that is pinned. */
export const allPackages: readonly string[] = [...new Set([...pageBase.packages, ...apiBase.packages])].sort();
