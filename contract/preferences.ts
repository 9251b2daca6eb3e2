import Type, { type Static } from 'typebox';
import { Id, Reason } from './fields.ts';
import { type Preference, preferences } from './preferenceNames.ts';

const Wish = Type.Unsafe<Preference>(
  Type.Enum([...preferences], {
    description:
      '`preferred`: first among those who can take a reservation. `never`: covers no reservation of the customer or partner.',
  }),
);
const Owner = { customer: Type.Optional(Id), partner: Type.Optional(Id) };

/** What a customer or a partner wishes about an interpreter. Planners only read it. */
export const InterpreterPreference = Type.Object(
  {
    id: Id,
    interpreter: Id,
    interpreter_name: Type.String(),
    preference: Wish,
    reason: Type.Union([Type.String(), Type.Null()]),
  },
  { $id: 'InterpreterPreference' },
);
export type InterpreterPreference = Static<typeof InterpreterPreference>;

/** `GET preferences/`: of one customer or of one partner; nothing if there is none with this id. */
export const PreferencesQuery = Type.Object(
  // The document cannot require one of two parameters: clients that try every route send the example.
  { ...Owner, customer: Type.Optional({ ...Id, examples: ['0123456789abcdef01234567'] }) },
  { additionalProperties: false },
);
export type PreferencesQuery = Static<typeof PreferencesQuery>;

/** `GET preferences/`: the response, by name. */
export const Preferences = Type.Object({ results: Type.Array(InterpreterPreference) }, { $id: 'Preferences' });
export type Preferences = Static<typeof Preferences>;

/** `POST preferences/`: replaces what this customer or partner wished about the interpreter before. */
export const NewPreference = Type.Object(
  {
    ...Owner,
    interpreter: Id,
    preference: Wish,
    reason: Type.Optional(Type.Union([Reason, Type.Null()], { description: 'For `never`.' })),
  },
  { $id: 'NewPreference', additionalProperties: false },
);
export type NewPreference = Static<typeof NewPreference>;
