const shared = {
  transform: { '\\.tsx?$': ['@swc/jest'] },
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'json', 'node'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.cache/', '<rootDir>/.data/', '<rootDir>/tests/bench/'],
  watchPathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.cache/', '<rootDir>/.data/'],
};

/** What runs on Node: everything but `src`. */
export const nodeProject = {
  ...shared,
  testEnvironment: 'node',
  moduleNameMapper: { '^fastify$': '<rootDir>/tests/support/fastify.ts' },
  globalSetup: '<rootDir>/tests/support/startShared.ts',
  globalTeardown: '<rootDir>/tests/support/endShared.ts',
};

/** Settings that Jest does not look for in a project. */
export const settings = {
  // Two at a time also on two cores; each may hold an embedded database of some 500 MB.
  maxWorkers: 2,
  // Modules of a test file are not given back to a worker, and each file may bring an embedded database: begin anew in time.
  workerIdleMemoryLimit: '1500MB',
  // No test asserts a time; this only ends what hangs, also on a machine at load 10.
  testTimeout: 300_000,
};

/** The Jest suites of `npm test`; those of `npm run test:slow` are in jest.slow.config.js, browser suites are Playwright's. */
export default {
  ...settings,
  projects: [
    {
      ...shared,
      displayName: 'src',
      testEnvironment: 'jest-fixed-jsdom',
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
