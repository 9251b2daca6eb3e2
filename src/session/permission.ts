import type { Verdicts } from '../../contract/auth.ts';

/** Whether the permissions of a session open something. */
export type Permission = (verdicts: Verdicts) => boolean;

/** The name of a collection in the permissions. */
export type CollectionName = keyof Verdicts['collections'];

/** Open to everybody who is signed in. */
export const everybody: Permission = () => true;

/** Open to people with the read permission for a collection. */
export const mayRead =
  (collection: CollectionName): Permission =>
  ({ collections }) =>
    collections[collection] !== 'none';

/** Open to people with the write permission for a collection. */
export const mayWrite =
  (collection: CollectionName): Permission =>
  ({ collections }) =>
    collections[collection] === 'write';
