import Type, { type Static } from 'typebox';
import { named } from './fields.ts';
import { platforms } from './platforms.ts';

/** `GET versions/`: the latest version per platform, in the order of `platforms`. */
export const Versions = named('Versions', {
  results: Type.Array(
    Type.Object({
      platform: Type.Enum([...platforms]),
      version: Type.String({ description: 'Semantic version.' }),
      released: Type.String({ format: 'date-time' }),
    }),
  ),
});
export type Versions = Static<typeof Versions>;
