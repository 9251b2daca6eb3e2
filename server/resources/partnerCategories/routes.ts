import { sql } from 'kysely';
import {
  NewPartnerCategory,
  PartnerCategoriesPage,
  PartnerCategoriesQuery,
  PartnerCategory,
} from '../../../contract/partnerCategories.ts';
import { alphabetically } from '../../collection/list.ts';
import { orNotFound } from '../../collection/orNotFound.ts';
import { serveCollection } from '../../collection/routes.ts';
import { tableSource, type SearchSources } from '../../collection/search.ts';
import { numberOf, recordOf, tableRepository } from '../../collection/tableRepository.ts';
import { type TypedApp } from '../../http/routes.ts';
import { ApiProblem } from '../../problem.ts';
import type { Services } from '../../services.ts';

const categories = tableRepository('partner_categories', {
  select: (db) =>
    db
      .selectFrom('partner_categories')
      .select([
        'id',
        'version',
        'name',
        'created',
        numberOf('partners', 'partners.category_id', 'partner_categories.id'),
      ]),
  searched: [sql`name`],
  orderings: { name: [alphabetically(sql`name`)], created: [sql`created`] },
  fallback: 'name',
});

/** The sources of the global search. */
export const searchSources: SearchSources = {
  partner_categories: tableSource('partner_categories'),
};

/** `partner_categories/` (Q12). */
export function routes(app: TypedApp, services: Services): void {
  serveCollection(app, services, {
    url: '/partner_categories/',
    parents: [],
    kind: 'partner_categories',
    names: { many: 'categories of partners', one: 'category of partners' },
    deleteNote: 'A category with partners cannot be deleted: `category_has_partners`.',
    query: PartnerCategoriesQuery,
    page: PartnerCategoriesPage,
    item: PartnerCategory,
    created: NewPartnerCategory,
    changes: NewPartnerCategory,
    ...categories,
    present: (_, rows, { person }) =>
      rows.map((row) => {
        const { can, ...record } = recordOf('partner_categories', row, person);
        return { ...record, can: { ...can, delete: can.delete && record.partners === 0 } };
      }),
    insert: (trx, id, { name }, { now }) => categories.insert(trx, { id, name, created: now }),
    remove: async (trx, id, call) => {
      const { partners } = orNotFound(await categories.find(trx, id, call));
      if (partners > 0) throw new ApiProblem('category_has_partners');
      await categories.remove(trx, id);
    },
  });
}
