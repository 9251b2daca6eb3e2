import { build } from './build/commandLine.ts';

await build();
