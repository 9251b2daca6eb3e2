import Type, { type Static } from 'typebox';
import { Etag, listQuery, page, verdicts } from './collection.ts';
import { bounds, Id, Instant, Name } from './fields.ts';

/** How many views somebody may keep of one screen. */
export const savedViewsMax = 50;

const Screen = Type.String({
  pattern: '^[a-z][a-z_]*(/[a-z][a-z_]*)*$',
  maxLength: 60,
  description: 'Of which screen: the path of its collection without ids, such as `users` or `partners/venues`.',
});

const Address = Type.String({
  pattern: '^[!-~]*$',
  maxLength: bounds.viewAddress,
  description: 'The query of the screen’s address without `?`, as URLs are written: search, filters, order, columns.',
});

/** A named state of a screen, which one comes back to on every device (decision 140). Nobody sees another person's. */
export const SavedView = Type.Object(
  {
    id: Id,
    etag: Etag,
    screen: Type.String(),
    name: Type.String(),
    address: Type.String(),
    created: Instant,
    can: verdicts(['update', 'delete']),
  },
  { $id: 'SavedView' },
);
export type SavedView = Static<typeof SavedView>;

/** `POST saved_views/`. The name is unique among one's views of the screen, whatever its case; there are 50 at most. */
export const NewSavedView = Type.Object(
  { screen: Screen, name: Name, address: Address },
  { $id: 'NewSavedView', additionalProperties: false },
);
export type NewSavedView = Static<typeof NewSavedView>;

/** `PATCH saved_views/{id}/`: another name, or another address under the same name. */
export const SavedViewChanges = Type.Partial(Type.Object({ name: Name, address: Address }), {
  $id: 'SavedViewChanges',
  additionalProperties: false,
});
export type SavedViewChanges = Static<typeof SavedViewChanges>;

/** What the list may be ordered by. */
export const savedViewOrderings = ['name', 'created'] as const;

/** `GET saved_views/`: the query. */
export const SavedViewsQuery = listQuery(savedViewOrderings, { screen: Type.Optional(Screen) });
export type SavedViewsQuery = Static<typeof SavedViewsQuery>;

/** `GET saved_views/`: the answer. */
export const SavedViewsPage = page(SavedView, 'SavedViewsPage');
