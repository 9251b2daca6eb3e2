import Type, { type Static } from 'typebox';
import { oneOf } from './fields.ts';
import { shiftLimits } from './workingTimeNames.ts';

/** A limit that a shift exceeds, in minutes: the hours of its day or week, or the rest before or after it. */
export const Excess = Type.Object({
  limit: oneOf(shiftLimits),
  minutes: Type.Integer({
    minimum: 0,
    description: 'The time of all shifts of the day or of the week (from Monday), or the rest, in minutes.',
  }),
  bound: Type.Integer({ minimum: 0, description: 'The limit in minutes (`workingTime` of the manifest).' }),
});
export type Excess = Static<typeof Excess>;
