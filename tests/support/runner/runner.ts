import { createRequire } from 'node:module';
import type jestRunner from 'jest-runner';

const { default: TestRunner } = createRequire(import.meta.url)('jest-runner') as typeof jestRunner;

/**
 * Runs test files in workers, also if there is only one: modules and globals that files share are never those of Jest itself.
 */
class WorkerRunner extends TestRunner {
  override runTests(...[tests, watcher, options]: Parameters<jestRunner.default['runTests']>): Promise<void> {
    return super.runTests(tests, watcher, { ...options, serial: false });
  }
}

export { WorkerRunner as 'module.exports' };
