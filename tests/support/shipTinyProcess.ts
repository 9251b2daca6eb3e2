import { shipTiny } from './tinyRelease.ts';

/** Ships a tiny release in a process of its own: `node shipTinyProcess.ts <host> <path> <folder> <version>`. */
const [host = '', path = '', folder = '', version = ''] = process.argv.slice(2);
await shipTiny({ id: 'iceland', host, path }, folder, { version });
