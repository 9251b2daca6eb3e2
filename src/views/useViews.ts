import { pageSize } from '../../contract/bounds.ts';
import type { SavedView } from '../../contract/savedViews.ts';
import { useInvalidate, useQuery } from '#api/query.ts';
import { savedViews } from '#api/savedViews.ts';
import { randomId } from '#lib/randomId.ts';

/** A person's views of a screen, read if `isWanted`, and the actions on them, which reject with `ApiError`. */
export function useViews(screen: string, isWanted: boolean) {
  const { data, error } = useQuery(isWanted ? savedViews.list({ screen, page_size: pageSize.max }) : null);
  const invalidate = useInvalidate();
  const then = () => invalidate(savedViews.path);
  const views = data?.results;
  return {
    views,
    error,
    /** Saves an address under a name; a view with that name is overwritten. */
    save: async (typed: string, address: string) => {
      const name = typed.trim();
      const known = views?.find((view) => view.name.toLowerCase() === name.toLowerCase());
      if (known) await savedViews.update(known.id, known.etag, { address });
      else await savedViews.create({ screen, name, address }, randomId());
      await then();
    },
    rename: async ({ id, etag }: SavedView, name: string) => {
      await savedViews.update(id, etag, { name: name.trim() });
      await then();
    },
    remove: async ({ id }: SavedView) => {
      await savedViews.remove(id);
      await then();
    },
  };
}

/** A person's views of a screen. */
export type Views = ReturnType<typeof useViews>;
