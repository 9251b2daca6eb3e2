import { afterAll, afterEach, beforeAll } from '@jest/globals';
import type { Database } from '../../server/db/database.ts';
import { startBackend, type TestBackend } from './backend.ts';

/** The backend of a suite whose tests share their data: it starts before the tests, and stops at the end. */
export function sharedBackendOf(kind: Database['kind']): TestBackend {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startBackend(kind);
  });
  afterAll(() => backend.close());
  return new Proxy({} as TestBackend, { get: (_, name: keyof TestBackend) => backend[name] });
}

/** The backend of a suite: it starts before the tests, is emptied after each of them, and stops at the end. */
export function backendOf(kind: Database['kind']): TestBackend {
  const backend = sharedBackendOf(kind);
  afterEach(() => backend.reset());
  return backend;
}
