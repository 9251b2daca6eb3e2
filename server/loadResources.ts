import { existsSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { type SearchGroup, searchGroups } from '../contract/kinds.ts';
import type { SearchSources, Source } from './collection/search.ts';
import type { TypedApp } from './http/routes.ts';
import type { Services } from './services.ts';

/** The exports of `routes.ts` in a folder of `server/resources`. */
type Resource = { routes: (app: TypedApp, services: Services) => void | Promise<void>; searchSources?: SearchSources };

const folder = join(import.meta.dirname, 'resources');
/** `.ts` in a checkout, `.js` in an image. */
const extension = extname(import.meta.filename);

/** Loads the routes of every folder in `server/resources`, and the sources of the global search. */
export async function loadResources() {
  const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, `routes${extension}`)));
  const resources = await Promise.all(
    names.map(async (name) => (await import(`./resources/${name}/routes${extension}`)) as Resource),
  );
  const searchSources: SearchSources = Object.assign({}, ...resources.map((resource) => resource.searchSources));
  const missing = searchGroups.filter((group) => !searchSources[group]);
  if (missing.length > 0)
    throw new Error(
      `No folder in server/resources exports searchSources for ${missing.join(', ')} (contract/kinds.ts).`,
    );
  return {
    routes: resources.map(({ routes }) => routes),
    searchSources: searchSources as Record<SearchGroup, Source>,
  };
}
