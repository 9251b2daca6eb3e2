import Type from 'typebox';
import { interpretingLanguages, type InterpretingLanguage } from './interpretingCodes.ts';

/** The working languages of an interpreter, or the languages requested: spoken and signed. */
export const InterpretingLanguages = Type.Array(
  Type.Unsafe<InterpretingLanguage>(Type.Enum([...interpretingLanguages], { description: 'ISO 639-3.' })),
  { maxItems: interpretingLanguages.length, uniqueItems: true },
);
