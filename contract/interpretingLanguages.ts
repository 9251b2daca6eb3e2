import Type from 'typebox';
import { oneOf } from './fields.ts';
import { interpretingLanguages } from './interpretingCodes.ts';

/** The working languages of an interpreter, or the languages requested: spoken and signed. */
export const InterpretingLanguages = Type.Array(oneOf(interpretingLanguages, 'ISO 639-3.'), {
  maxItems: interpretingLanguages.length,
  uniqueItems: true,
});
