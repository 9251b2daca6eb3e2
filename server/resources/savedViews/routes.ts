import {
  NewSavedView,
  SavedView,
  SavedViewChanges,
  SavedViewsPage,
  SavedViewsQuery,
} from '../../../contract/savedViews.ts';
import { etagOf } from '../../collection/etag.ts';
import { serveCollection } from '../../collection/routes.ts';
import { type TypedApp } from '../../http/routes.ts';
import type { Services } from '../../services.ts';
import { deleteView, findView, insertView, listViews, lockView, updateView } from './repository.ts';

/** `saved_views/`: the caller's own. */
export function routes(app: TypedApp, services: Services): void {
  serveCollection(app, services, {
    url: '/saved_views/',
    parents: [],
    kind: 'saved_views',
    names: { many: 'views that the caller has saved', one: 'saved view' },
    query: SavedViewsQuery,
    page: SavedViewsPage,
    item: SavedView,
    created: NewSavedView,
    changes: SavedViewChanges,
    list: (db, query, { person }) => listViews(db, person.id, query),
    find: (db, id, { person }) => findView(db, person.id, id),
    present: (_, rows) =>
      rows.map(({ version, created, ...row }) => ({
        ...row,
        created: created.toISOString(),
        etag: etagOf(version),
        can: { update: true, delete: true },
      })),
    insert: (trx, id, view, { person, now }) => insertView(trx, { ...view, id, person_id: person.id, created: now }),
    lock: (trx, id, { person }) => lockView(trx, person.id, id),
    update: (trx, id, changes) => updateView(trx, id, changes),
    remove: (trx, id) => deleteView(trx, id),
  });
}
