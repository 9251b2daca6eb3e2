import type { Kind } from '../../contract/kinds.ts';

/**
 * The shape of a part of an answer: a `text`, `number` or `flag`; a required text (`must`); a `choice` from a closed set, which
 * has no default; `any`, which is left as it is; `#Name`, a named shape; several of them joined by `|`. A trailing `?` allows
 * null. Lists and objects are arrays and objects of shapes; a trailing `?` of a field says that it may be missing.
 */
export type Shape = string | readonly [Shape] | { readonly [field: string]: Shape };

/**
 * The shapes of the contract: of the answer of each route (`GET users/{}/`), and the named ones; `kinds` maps a shape to its
 * kind of record.
 */
export type Shapes = { kinds: Record<string, Kind>; routes: Record<string, string>; shapes: Record<string, Shape> };
