import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import './hooks.ts';
import type { SharedEnvironment } from './environment.ts';
import { setGlobals } from './jestGlobals.ts';

const require = createRequire(import.meta.url);

/** Where Jest's test framework keeps the listeners of the file that it runs. */
const listeners = Symbol.for('EVENT_HANDLERS');

let fileCount = 0;

/**
 * Loads test files with Node itself instead of Jest's virtual machines (`runtime` of jest.config.js): the modules that they
 * import are evaluated once per worker instead of once per file.
 */
class SharedRuntime {
  readonly #environment: SharedEnvironment;

  constructor(_project: unknown, environment: SharedEnvironment) {
    this.#environment = environment;
    fileCount += 1;
  }

  unstable_shouldLoadAsEsm(): boolean {
    return true;
  }

  /** Evaluates a test file or a setup file anew for each test file. */
  async unstable_importModule(path: string): Promise<void> {
    await import(`${pathToFileURL(path).href}?file=${fileCount}`);
  }

  requireModule(path: string): unknown {
    return require(path);
  }

  /** Jest's test framework, with fresh lists of tests and listeners. */
  requireInternalModule(path: string): unknown {
    Reflect.deleteProperty(globalThis, listeners);
    Reflect.deleteProperty(require.cache, path);
    return require(path);
  }

  setGlobalsForRuntime(globals: Record<string, object>): void {
    setGlobals({ ...globals, jest: this.#environment.jest });
  }

  getSourceMaps(): Map<string, string> | null {
    return this.#environment.sourceMaps;
  }

  getAllCoverageInfoCopy(): undefined {
    return undefined;
  }

  enterTestCode(): void {}

  leaveTestCode(): void {}

  teardown(): void {
    setGlobals({});
  }
}

export { SharedRuntime as 'module.exports' };
