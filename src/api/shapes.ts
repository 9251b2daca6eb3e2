import type { Kind } from '../../contract/kinds.ts';

/**
 * The shape of a part of an answer: a `text`, `number` or `flag`; a text that `must` be there; a `choice` out of a closed set,
 * which nothing can stand for; `any`, which is left as it is; `#Name`, a shape of that name; several of them with `|` between. With `?` it may be null. A list and an object are
 * written as what they are.
 */
export type Shape = string | readonly [Shape] | { readonly [field: string]: Shape };

/**
 * The shapes of the contract: of the answer of each route (`GET users/{}/`), and those with a name; `kinds` says which kind of
 * record a shape is one of.
 */
export type Shapes = { kinds: Record<string, Kind>; routes: Record<string, string>; shapes: Record<string, Shape> };
