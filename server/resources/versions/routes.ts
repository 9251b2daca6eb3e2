import { Versions } from '../../../contract/versions.ts';
import { routeOptions, type TypedApp } from '../../http/routes.ts';
import { mayRead } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';
import { latestVersions } from './repository.ts';

const reads = routeOptions('versions', { policy: mayRead('versions') });

/** `versions/`: the latest Android, Apple, web, admin and backend versions (R99). */
export function routes(app: TypedApp, { database: { db } }: Services): void {
  app.get(
    '/versions/',
    reads({ summary: 'The latest version of each platform', response: { 200: Versions } }),
    async () => ({ results: await latestVersions(db) }),
  );
}
