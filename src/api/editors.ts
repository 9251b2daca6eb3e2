import type { Editors, OpenForm } from '../../contract/editors.ts';
import { post, remove, removeOnLeave } from './http.ts';

/** Says that a form is open, and returns who else has the form of the record open. */
export const sayOpen = (form: OpenForm) => post<Editors>('editors/', form);

/** Says that a form is closed. */
export const sayClosed = (form: string) => remove(`editors/${form}/`);

/** Says that a form is closed because the page is being left. */
export const sayClosedOnLeave = (form: string) => removeOnLeave(`editors/${form}/`);

/** What to call when others open or close the form of a record that is open on this page. */
const watchers = new Set<{ record: string; changed: () => void }>();

/** Calls `changed` whenever somebody else opens or closes the form of a record. Returns how to stop. */
export function watchEditors(record: string, changed: () => void): () => void {
  const watcher = { record, changed };
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

/** Notes that others opened or closed the form of a record. */
export function noteEditors(record: string | null): void {
  for (const watcher of watchers) if (watcher.record === record) watcher.changed();
}
