import type { FastifyPluginAsync } from 'fastify';
import {
  NewPartnerCategory,
  PartnerCategoriesPage,
  PartnerCategoriesQuery,
  PartnerCategory,
} from '../../../contract/partnerCategories.ts';
import { recordVerdicts } from '../../../contract/recordRules.ts';
import { etagOf } from '../../collection/etag.ts';
import { orNotFound } from '../../collection/orNotFound.ts';
import { serveCollection } from '../../collection/routes.ts';
import { tableSource, type SearchSources } from '../../collection/search.ts';
import { ApiProblem } from '../../problem.ts';
import type { Services } from '../../services.ts';
import { categoriesOf } from '../categories/repository.ts';

const categories = categoriesOf('partners');

/** The sources of the global search. */
export const searchSources: SearchSources = {
  partner_categories: tableSource('partner_categories'),
};

/** `partner_categories/` (Q12). */
export const routes =
  (services: Services): FastifyPluginAsync =>
  async (app) => {
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
      list: categories.list,
      find: categories.find,
      present: (_, rows, { person }) => {
        const can = recordVerdicts('partner_categories', person);
        return rows.map(({ version, created, ...row }) => ({
          ...row,
          created: created.toISOString(),
          etag: etagOf(version),
          can: { ...can, delete: can.delete && row.partners === 0 },
        }));
      },
      insert: (trx, id, { name }, { now }) => categories.insert(trx, { id, name, created: now }),
      lock: categories.lock,
      update: (trx, id, { name }) => categories.rename(trx, id, name),
      remove: async (trx, id) => {
        const { partners } = orNotFound(await categories.find(trx, id));
        if (partners > 0) throw new ApiProblem('category_has_partners');
        await categories.remove(trx, id);
      },
    });
  };
