import Type, { type Static } from 'typebox';
import { Etag, listQuery, page, verdicts } from './collection.ts';
import { form, Id, Instant, Name, named } from './fields.ts';

/** A category of partners (Q12). `partners` is the number of partners in it. */
export const PartnerCategory = named('PartnerCategory', {
  id: Id,
  etag: Etag,
  name: Type.String(),
  partners: Type.Integer({
    minimum: 0,
    description: 'The number of partners in it; a category with partners cannot be deleted.',
  }),
  created: Instant,
  can: verdicts(['update', 'delete']),
});
export type PartnerCategory = Static<typeof PartnerCategory>;

/** `POST partner_categories/` and `PATCH partner_categories/{id}/`. Names are unique, ignoring case. */
export const NewPartnerCategory = form('NewPartnerCategory', { name: Name });
export type NewPartnerCategory = Static<typeof NewPartnerCategory>;

/** The sort keys of the list. */
export const partnerCategoryOrderings = ['name', 'created'] as const;

/** `GET partner_categories/`: the query. */
export const PartnerCategoriesQuery = listQuery(partnerCategoryOrderings, {});
export type PartnerCategoriesQuery = Static<typeof PartnerCategoriesQuery>;

/** `GET partner_categories/`: the response. */
export const PartnerCategoriesPage = page(PartnerCategory, 'PartnerCategoriesPage');
