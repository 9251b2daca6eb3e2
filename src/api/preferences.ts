import type { NewPreference, Preferences, PreferencesQuery } from '../../contract/preferences.ts';
import { post, remove } from './http.ts';
import { query } from './query.ts';

const path = 'preferences/';

/** What a customer or a partner wishes about interpreters. */
export const preferencesOf = (owner: PreferencesQuery) => query<Preferences>(path, owner);

/** Stores a wish instead of the one before about the same interpreter. */
export const putPreference = (wish: NewPreference) => post<unknown>(path, wish);

/** Forgets a wish. */
export const removePreference = (id: string) => remove(`${path}${id}/`);
