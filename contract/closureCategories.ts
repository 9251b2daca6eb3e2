import Type, { type Static } from 'typebox';
import { Etag, listQuery, page, verdicts } from './collection.ts';
import { form, Id, Instant, Name, named, nullable, partialForm } from './fields.ts';

/**
 * The category that a request is closed under (R93, R145): a main category, or a subcategory with a main one as
 * its parent.
 */
export const ClosureCategory = named('ClosureCategory', {
  id: Id,
  etag: Etag,
  title: Type.String(),
  position: Type.Integer({
    minimum: 1,
    description: 'From 1 without gaps, among the main categories or among the subcategories of one parent.',
  }),
  main: Type.Boolean(),
  parent: nullable(Id, 'Null for a main category.'),
  parent_title: nullable(Type.String()),
  group: nullable(Type.String(), 'The heading that it is listed under; null for none.'),
  subcategories: Type.Array(Type.Object({ id: Id, title: Type.String(), position: Type.Integer({ minimum: 1 }) }), {
    description: 'By position; empty for a subcategory.',
  }),
  in_use: Type.Boolean({ description: 'Whether a request was closed under it; if so, it cannot be deleted.' }),
  created: Instant,
  can: verdicts(['update', 'delete']),
});
export type ClosureCategory = Static<typeof ClosureCategory>;

const Parent = nullable(Id, 'The main category; null makes this a main category.');
const Group = nullable(Name);

/**
 * `POST closure_categories/`. The new category comes last among its siblings. Titles are unique among siblings,
 * ignoring case.
 */
export const NewClosureCategory = form('NewClosureCategory', {
  title: Name,
  parent: Type.Optional(Parent),
  group: Type.Optional(Group),
});
export type NewClosureCategory = Static<typeof NewClosureCategory>;

/** `PATCH closure_categories/{id}/`: omitted fields stay unchanged. Moved to another parent, it comes last there. */
export const ClosureCategoryChanges = partialForm('ClosureCategoryChanges', {
  title: Name,
  parent: Parent,
  group: Group,
});
export type ClosureCategoryChanges = Static<typeof ClosureCategoryChanges>;

/** The sort keys of the list. */
export const closureCategoryOrderings = ['position', 'title', 'created'] as const;

/**
 * `GET closure_categories/`: the query. Ordered by position (the default), each main category is followed by its
 * subcategories.
 */
export const ClosureCategoriesQuery = listQuery(closureCategoryOrderings, {
  main: Type.Optional(Type.Boolean()),
  parent: Type.Optional(Id),
});
export type ClosureCategoriesQuery = Static<typeof ClosureCategoriesQuery>;

/** `GET closure_categories/`: the response. */
export const ClosureCategoriesPage = page(ClosureCategory, 'ClosureCategoriesPage');

/**
 * `POST closure_categories/reorder/`: the ids of all main categories, or of all subcategories of one parent, in the new
 * order. An incomplete list: 409 `conflict`.
 */
export const NewClosureOrder = form('NewClosureOrder', {
  parent: Type.Optional(Parent),
  ids: Type.Array(Id, { maxItems: 1000, uniqueItems: true }),
});
