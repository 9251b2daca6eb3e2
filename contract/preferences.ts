import Type, { type Static } from 'typebox';
import { form, Id, named, nullable, oneOf, Reason } from './fields.ts';
import { preferences } from './preferenceNames.ts';

const Wish = oneOf(
  preferences,
  '`preferred`: first among those who can take a reservation. `never`: covers no reservation of the customer or partner.',
);
const Owner = { customer: Type.Optional(Id), partner: Type.Optional(Id) };

/** What a customer or a partner wishes about an interpreter. Planners only read it. */
export const InterpreterPreference = named('InterpreterPreference', {
  id: Id,
  interpreter: Id,
  interpreter_name: Type.String(),
  preference: Wish,
  reason: nullable(Type.String()),
});
export type InterpreterPreference = Static<typeof InterpreterPreference>;

/** `GET preferences/`: of one customer or of one partner; nothing if there is none with this id. */
export const PreferencesQuery = Type.Object(
  // The document cannot require one of two parameters: clients that try every route send the example.
  { ...Owner, customer: Type.Optional({ ...Id, examples: ['0123456789abcdef01234567'] }) },
  { additionalProperties: false },
);
export type PreferencesQuery = Static<typeof PreferencesQuery>;

/** `GET preferences/`: the response, by name. */
export const Preferences = named('Preferences', { results: Type.Array(InterpreterPreference) });
export type Preferences = Static<typeof Preferences>;

/** `POST preferences/`: replaces what this customer or partner wished about the interpreter before. */
export const NewPreference = form('NewPreference', {
  ...Owner,
  interpreter: Id,
  preference: Wish,
  reason: Type.Optional(nullable(Reason, 'For `never`.')),
});
export type NewPreference = Static<typeof NewPreference>;
