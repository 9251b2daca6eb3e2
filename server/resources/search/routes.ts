import { searchGroups } from '../../../contract/kinds.ts';
import { SearchAnswer, searchLimit, SearchQuery } from '../../../contract/search.ts';
import { verdictsFor } from '../../../contract/verdicts.ts';
import { sessionOf } from '../../http/guard.ts';
import { routeOptions, type TypedApp } from '../../http/routes.ts';
import { signedIn } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';

const ownRoute = routeOptions('search', { policy: signedIn });

/** `search/`: the global search over all records that the caller may read. */
export function routes(app: TypedApp, { deployment, database: { db }, clock, searchSources }: Services): void {
  app.get(
    '/search/',
    ownRoute({
      summary: 'Search all records that the caller may read',
      description: 'A few records of each kind. Every word must occur, ignoring case and accents.',
      querystring: SearchQuery,
      response: { 200: SearchAnswer },
    }),
    async (request) => {
      const { person } = sessionOf(request);
      const { search, limit = searchLimit.default } = request.query;
      const { flags } = deployment;
      const now = clock();
      const verdicts = verdictsFor(person, flags);
      const seen = searchGroups.filter((group) => searchSources[group].isOpen(verdicts, flags));
      const groups = await Promise.all(
        seen.map(async (group) => {
          const found = await searchSources[group].find(db, { search, person, flags, now, limit: limit + 1 });
          return { group, results: found.slice(0, limit), more: found.length > limit };
        }),
      );
      return { groups: groups.filter(({ results }) => results.length > 0) };
    },
  );
}
