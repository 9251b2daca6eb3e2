import Type, { type Static } from 'typebox';
import { platforms } from './platforms.ts';

/** `GET versions/`: the latest version per platform, in the order of `platforms`. */
export const Versions = Type.Object(
  {
    results: Type.Array(
      Type.Object({
        platform: Type.Enum([...platforms]),
        version: Type.String({ description: 'Semantic version.' }),
        released: Type.String({ format: 'date-time' }),
      }),
    ),
  },
  { $id: 'Versions' },
);
export type Versions = Static<typeof Versions>;
