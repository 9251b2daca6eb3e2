import Type, { type Static } from 'typebox';
import { Etag, listQuery, page, verdicts } from './collection.ts';
import { bounds, form, Id, Instant, Name, named, partialForm } from './fields.ts';

/** Maximum number of saved views per person and screen. */
export const savedViewsMax = 50;

const Screen = Type.String({
  pattern: '^[a-z][a-z_]*(/[a-z][a-z_]*)*$',
  maxLength: 60,
  description: 'The screen: the path of its collection without ids, such as `users` or `partners/venues`.',
});

const Address = Type.String({
  pattern: '^[!-~]*$',
  maxLength: bounds.viewAddress,
  description: 'The query of the screen’s address, URL-encoded, without `?`: search, filters, order, columns.',
});

/** A named state of a screen, available on every device of its owner and to nobody else. */
export const SavedView = named('SavedView', {
  id: Id,
  etag: Etag,
  screen: Type.String(),
  name: Type.String(),
  address: Type.String(),
  created: Instant,
  can: verdicts(['update', 'delete']),
});
export type SavedView = Static<typeof SavedView>;

/** `POST saved_views/`. Names are unique per person and screen, ignoring case; at most 50 views. */
export const NewSavedView = form('NewSavedView', { screen: Screen, name: Name, address: Address });
export type NewSavedView = Static<typeof NewSavedView>;

/** `PATCH saved_views/{id}/`: changes the name, the address or both. */
export const SavedViewChanges = partialForm('SavedViewChanges', { name: Name, address: Address });
export type SavedViewChanges = Static<typeof SavedViewChanges>;

/** The sort keys of the list. */
export const savedViewOrderings = ['name', 'created'] as const;

/** `GET saved_views/`: the query. */
export const SavedViewsQuery = listQuery(savedViewOrderings, { screen: Type.Optional(Screen) });
export type SavedViewsQuery = Static<typeof SavedViewsQuery>;

/** `GET saved_views/`: the response. */
export const SavedViewsPage = page(SavedView, 'SavedViewsPage');
