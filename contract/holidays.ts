import Type, { type Static } from 'typebox';
import { day } from './fields.ts';
import { languages } from './languages.ts';

/** The public holidays of some days; missing if the deployment shows none. */
export const Holidays = Type.Optional(
  Type.Array(
    Type.Object({
      date: day('A day, `YYYY-MM-DD`.'),
      names: Type.Partial(Type.Object(Object.fromEntries(languages.map((language) => [language, Type.String()])))),
    }),
    {
      description:
        'The public holidays (`holidays` of the manifest) of these days, with names in the languages of the deployment as far as they are known, otherwise in one of the country.',
    },
  ),
);
export type Holidays = Static<typeof Holidays>;
