import { describe, expect, it } from '@jest/globals';
import { publicSource } from './provenance.ts';

describe('the source in a provenance statement', () => {
  it('is a URL without credentials', () => {
    expect(publicSource('https://anna:secret@github.com/org/repo.git')).toBe('https://github.com/org/repo.git');
    expect(publicSource('ssh://git@example.is:2222/org/repo.git')).toBe('ssh://example.is:2222/org/repo.git');
  });

  it('is a URL for a remote in the form of scp', () => {
    expect(publicSource('git@github.com:org/repo.git')).toBe('ssh://github.com/org/repo.git');
    expect(publicSource('example.is:/srv/repo.git')).toBe('ssh://example.is/srv/repo.git');
  });

  it('is none for a path, a file or nothing', () => {
    for (const remote of ['/srv/git/repo.git', '../repo', 'file:///srv/git/repo.git', 'C:/git/repo', ''])
      expect(publicSource(remote)).toBeNull();
  });
});
