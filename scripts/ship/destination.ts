import { CommandError } from '../../server/CommandError.ts';
import { type PartName, repositoryName } from '../image/imageName.ts';
import { Repository } from '../image/Repository.ts';
import type { Keys } from './envelope.ts';

/** The tag of the image that a deployment should run. */
export const movingTag = 'current';

/** The registry and path of a deployment's images, and the keys of its ledger; without them the chain alone is checked. */
export type Destination = { id: string; host: string; path: string; keys?: Keys };

/** Parses `registry.example.org/team`. @throws CommandError for anything else, such as a URL. */
export function parseRegistry(text: string): { host: string; path: string } {
  const [, host, path = ''] = /^([a-z0-9.-]+(?::\d+)?)(?:\/([a-z0-9._/-]+?))?\/?$/.exec(text) ?? [];
  if (!host || !/[.:]|^localhost$/.test(host))
    throw new CommandError(
      `--registry ${text}: give a host and a path, without https:// and without a tag: registry.example.org/team`,
    );
  return { host, path };
}

/** Path of a repository in its registry: `team/signboard-iceland`. */
export function pathOf({ path }: { path: string }, id: string, part: PartName): string {
  return `${path ? `${path}/` : ''}${repositoryName(id, part)}`;
}

const repositories = new Map<string, Repository>();

/** The repository of one part of a deployment, signed in once per process. The one of the page also has the ledger. */
export function repositoryOf(destination: Destination, part: PartName = 'page'): Repository {
  const { host, id } = destination;
  const name = pathOf(destination, id, part);
  const repository = repositories.get(`${host}/${name}`) ?? new Repository(host, name);
  repositories.set(`${host}/${name}`, repository);
  return repository;
}
