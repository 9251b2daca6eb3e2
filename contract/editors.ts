import Type, { type Static } from 'typebox';
import { form, Id, named, oneOf } from './fields.ts';
import { type Collection, collections, definitionOf } from './kinds.ts';

/** A kind of record whose form shows who else has it open. */
export type EditedKind = Collection | 'interpretations';

/** These kinds: those whose records are rows of one table, and some more. */
export const editedKinds: readonly EditedKind[] = [
  ...collections.filter((kind) => {
    const { write, audited } = definitionOf(kind);
    return write !== undefined && audited === true;
  }),
  'reservations',
  'calendar',
  'interpretations',
];

/** How long a form counts as open after its last call, in seconds. */
export const editorSeconds = 90;

/** `POST editors/`: the caller has the form of a record open. Sent again while it stays open. */
export const OpenForm = form('OpenForm', {
  form: { ...Id, description: 'A random id, for one open form.' },
  kind: oneOf(editedKinds),
  record: Id,
});
export type OpenForm = Static<typeof OpenForm>;

/** `POST editors/`: the response. */
export const Editors = named('Editors', {
  others: Type.Array(Type.String(), {
    description: 'The names of the other people who have the form of this record open, in alphabetical order.',
  }),
});
export type Editors = Static<typeof Editors>;

/** The path of an open form. */
export const OpenFormPath = Type.Object({ form: Id });
