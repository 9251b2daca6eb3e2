import { enableCompileCache } from 'node:module';
import { resolve } from 'node:path';

// Node keeps the modules it has read, TypeScript above all: that spares each build the time of a tenth of a compile. Only
// what is imported after this line is kept.
enableCompileCache(resolve(import.meta.dirname, '../.cache/node'));
const { build } = await import('./build/commandLine.ts');
await build();
