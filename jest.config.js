const ignored = ['<rootDir>/dist/', '<rootDir>/.cache/', '<rootDir>/.data/'];

/** Each worker loads modules with Node and evaluates them once; each project has workers of its own. */
const shared = {
  transform: {},
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'json', 'node'],
  modulePathIgnorePatterns: [...ignored, '<rootDir>/tests/bench/'],
  watchPathIgnorePatterns: ignored,
  runtime: '<rootDir>/tests/support/runner/runtime.ts',
};

/** Tests that run on Node: all except those of `src`. */
export const nodeProject = {
  ...shared,
  runner: ['<rootDir>/tests/support/runner/runner.ts', { modules: 'node' }],
  testEnvironment: '<rootDir>/tests/support/runner/environment.ts',
  globalSetup: '<rootDir>/tests/support/startShared.ts',
  globalTeardown: '<rootDir>/tests/support/endShared.ts',
};

/** Settings that Jest reads only at the top level, not in a project. */
export const settings = {
  // Each worker may hold an embedded database of about 500 MB, so two workers at most.
  maxWorkers: 2,
  // Jest does not free the modules and embedded databases of finished test files, so large workers are restarted.
  workerIdleMemoryLimit: '1500MB',
  // No test asserts a time; this only ends what hangs, also on a machine at load 10.
  testTimeout: 300_000,
};

/** The Jest suites of `npm test`. jest.slow.config.js has those of `npm run test:slow`, playwright.config.ts the browser suites. */
export default {
  ...settings,
  projects: [
    {
      ...shared,
      displayName: 'src',
      runner: ['<rootDir>/tests/support/runner/runner.ts', { modules: 'src' }],
      testEnvironment: '<rootDir>/tests/support/runner/domEnvironment.ts',
      testMatch: ['<rootDir>/src/**/*.test.{ts,tsx}'],
      setupFilesAfterEnv: ['<rootDir>/tests/support/dom.ts'],
    },
    {
      ...nodeProject,
      displayName: 'node',
      testMatch: [
        '<rootDir>/{server,contract,tenants,scripts,docker}/**/*.test.ts',
        '<rootDir>/tests/protocol/**/*.test.ts',
      ],
    },
  ],
};
