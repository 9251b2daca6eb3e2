import Type, { type Static } from 'typebox';
import { Etag, listQuery, page, verdicts } from './collection.ts';
import { Id, Instant, Name } from './fields.ts';

/** What a request is closed under (specification §3). It is main, or has a main one as its parent. */
export const ClosureCategory = Type.Object(
  {
    id: Id,
    etag: Etag,
    title: Type.String(),
    position: Type.Integer({
      minimum: 1,
      description: 'From 1 without gaps, among the main ones or among those of one parent.',
    }),
    main: Type.Boolean(),
    parent: Type.Union([Id, Type.Null()], { description: 'Null for a main one.' }),
    parent_title: Type.Union([Type.String(), Type.Null()]),
    group: Type.Union([Type.String(), Type.Null()], { description: 'What it is listed under; null for nothing.' }),
    subcategories: Type.Array(Type.Object({ id: Id, title: Type.String(), position: Type.Integer({ minimum: 1 }) }), {
      description: 'By position; empty for one that has a parent.',
    }),
    in_use: Type.Boolean({ description: 'Whether a request was closed under it; then it stays.' }),
    created: Instant,
    can: verdicts(['update', 'delete']),
  },
  { $id: 'ClosureCategory' },
);
export type ClosureCategory = Static<typeof ClosureCategory>;

const Parent = Type.Union([Id, Type.Null()], { description: 'A main category, or null to be one.' });
const Group = Type.Union([Name, Type.Null()]);

/** `POST closure_categories/`. The new one comes last among its own. The title is unique among them, whatever its case. */
export const NewClosureCategory = Type.Object(
  { title: Name, parent: Type.Optional(Parent), group: Type.Optional(Group) },
  { $id: 'NewClosureCategory', additionalProperties: false },
);
export type NewClosureCategory = Static<typeof NewClosureCategory>;

/** `PATCH closure_categories/{id}/`: what is left out stays as it is. Given another parent, it comes last there. */
export const ClosureCategoryChanges = Type.Partial(Type.Object({ title: Name, parent: Parent, group: Group }), {
  $id: 'ClosureCategoryChanges',
  additionalProperties: false,
});
export type ClosureCategoryChanges = Static<typeof ClosureCategoryChanges>;

/** What the list may be ordered by. */
export const closureCategoryOrderings = ['position', 'title', 'created'] as const;

/** `GET closure_categories/`: the query. By position each main one is followed by its own; so it is when no ordering is named. */
export const ClosureCategoriesQuery = listQuery(closureCategoryOrderings, {
  main: Type.Optional(Type.Boolean()),
  parent: Type.Optional(Id),
});
export type ClosureCategoriesQuery = Static<typeof ClosureCategoriesQuery>;

/** `GET closure_categories/`: the answer. */
export const ClosureCategoriesPage = page(ClosureCategory, 'ClosureCategoriesPage');

/**
 * `POST closure_categories/reorder/`: all main categories, or all of one parent, in the order that they are to have. When it
 * is not all of them: 409 `conflict`.
 */
export const NewClosureOrder = Type.Object(
  { parent: Type.Optional(Parent), ids: Type.Array(Id, { maxItems: 1000, uniqueItems: true }) },
  { $id: 'NewClosureOrder', additionalProperties: false },
);
