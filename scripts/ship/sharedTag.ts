import { CommandError } from '../../server/CommandError.ts';
import { type Descriptor, digestOf } from '../image/oci.ts';
import type { Repository } from '../image/Repository.ts';

/** What several writers add to one tag: layers of a signature image, or manifests of a list of referrers. */
type Content = { layers?: Descriptor[]; manifests?: Descriptor[] };

/** The tag under which a writer keeps what it adds to a shared tag. It depends on the content, so it is never written with another one. */
const ownTag = (tag: string, added: Descriptor[]): string =>
  `${tag}-${digestOf(Buffer.from(JSON.stringify(added))).slice('sha256:'.length, 'sha256:'.length + 32)}`;

async function itemsUnder(repository: Repository, tag: string): Promise<Descriptor[]> {
  const stored = await repository.find(tag);
  const { layers, manifests } = stored ? (JSON.parse(stored.bytes.toString('utf8')) as Content) : {};
  return layers ?? manifests ?? [];
}

/** What all writers added to a shared tag, also what the tag itself lost because two of them wrote it at the same time. */
export async function itemsOf(repository: Repository, tag: string): Promise<Descriptor[]> {
  const variants = (await repository.tags()).filter(
    (name) => name.startsWith(`${tag}-`) && /^[0-9a-f]{32}$/.test(name.slice(tag.length + 1)),
  );
  const items = await Promise.all([tag, ...variants].map((name) => itemsUnder(repository, name)));
  return [...new Map(items.flat().map((item) => [JSON.stringify(item), item])).values()];
}

/**
 * Adds items to a shared tag, which other programs read. They are kept under a tag of their own, too, so that no other writer can remove
 * them. Without items it repairs the shared tag.
 * @param write pushes items under a tag
 * @throws CommandError when the registry does not give what it confirmed
 */
export async function addItems(
  repository: Repository,
  tag: string,
  added: Descriptor[],
  write: (tag: string, items: Descriptor[]) => Promise<void>,
): Promise<void> {
  const variant = ownTag(tag, added);
  if (added.length > 0) await write(variant, added);
  const isLost = added.length > 0 && !(await repository.tags()).includes(variant);
  for (let left = isLost ? 0 : 5; left > 0; left -= 1) {
    const all = await itemsOf(repository, tag);
    if ((await itemsUnder(repository, tag)).length === all.length) return;
    await write(tag, all);
  }
  throw new CommandError(
    `${repository.shownName}: the registry confirmed what was added to ${tag}, and does not give it. Repeat the command.`,
  );
}
