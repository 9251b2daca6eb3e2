import { nodeProject } from './jest.config.js';
import { slowSettings } from './jest.slow.config.js';

/** The Jest suites of `npm run test:release`. */
export default {
  ...slowSettings,
  projects: [{ ...nodeProject, displayName: 'release', testMatch: ['<rootDir>/tests/release/*.test.ts'] }],
};
