import { describe, expect, it } from '@jest/globals';
import { nextVersion } from './nextVersion.ts';

describe('the next version', () => {
  it.each([
    ['4.2.3', 'patch', '4.2.4'],
    ['4.2.3', 'minor', '4.3.0'],
    ['4.2.3', 'major', '5.0.0'],
    ['4.3.0-rc.1', 'patch', '4.3.0-rc.2'],
    ['4.3.0-rc.1', 'minor', '4.3.0'],
  ] as const)('of %s by a %s change is %s', (version, level, next) => {
    expect(nextVersion(version, level)).toBe(next);
  });
});
