import { nodeProject } from './jest.config.js';
import { onSecondDatabaseLater, slowSettings } from './jest.slow.config.js';

/** The Jest suites of `npm run test:release`. */
export default {
  ...slowSettings,
  projects: [
    {
      ...nodeProject,
      displayName: 'release',
      testMatch: ['tests/release/*.test.ts', ...onSecondDatabaseLater].map((path) => `<rootDir>/${path}`),
    },
  ],
};
