import Type, { type Static } from 'typebox';
import { Etag, listQuery, page, verdicts } from './collection.ts';
import { Id, Instant, Name } from './fields.ts';

/** A category of partners (Q12). `partners` counts those assigned to it. */
export const PartnerCategory = Type.Object(
  {
    id: Id,
    etag: Etag,
    name: Type.String(),
    partners: Type.Integer({ minimum: 0, description: 'How many partners are assigned to it; with any it stays.' }),
    created: Instant,
    can: verdicts(['update', 'delete']),
  },
  { $id: 'PartnerCategory' },
);
export type PartnerCategory = Static<typeof PartnerCategory>;

/** `POST partner_categories/` and `PATCH partner_categories/{id}/`. The name is unique, whatever its case. */
export const NewPartnerCategory = Type.Object(
  { name: Name },
  { $id: 'NewPartnerCategory', additionalProperties: false },
);
export type NewPartnerCategory = Static<typeof NewPartnerCategory>;

/** What the list may be ordered by. */
export const partnerCategoryOrderings = ['name', 'created'] as const;

/** `GET partner_categories/`: the query. */
export const PartnerCategoriesQuery = listQuery(partnerCategoryOrderings, {});
export type PartnerCategoriesQuery = Static<typeof PartnerCategoriesQuery>;

/** `GET partner_categories/`: the answer. */
export const PartnerCategoriesPage = page(PartnerCategory, 'PartnerCategoriesPage');
