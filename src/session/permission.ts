import type { Verdicts } from '../../contract/auth.ts';

/** The server's verdict that opens something. */
export type Permission = (verdicts: Verdicts) => boolean;

/** A collection of the contract, by its name in the verdicts. */
export type CollectionName = keyof Verdicts['collections'];

/** Opens to everybody who is signed in. */
export const everybody: Permission = () => true;

/** Opens to whoever may read a collection. */
export const mayRead =
  (collection: CollectionName): Permission =>
  ({ collections }) =>
    collections[collection] !== 'none';

/** Opens to whoever may add records to a collection. */
export const mayWrite =
  (collection: CollectionName): Permission =>
  ({ collections }) =>
    collections[collection] === 'write';
