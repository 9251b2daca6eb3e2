import Type, { type Static } from 'typebox';
import { absenceKinds, absenceStates, longestAbsence } from './absenceNames.ts';
import { absenceActs } from './acts.ts';
import { decisions } from './bookingDecisions.ts';
import { anyOf, Etag, listQuery, page, verdicts } from './collection.ts';
import { takenBookings } from './coverage.ts';
import { bounds, day, form, Id, Instant, maybe, named, nullable, oneOf, partialForm, text } from './fields.ts';
import { Day } from './schedules.ts';
import { Shift } from './shifts.ts';

const Kind = oneOf(absenceKinds);
const State = oneOf(absenceStates);
const WallTime = Type.String({
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
  description: '`HH:mm` in the deployment’s time zone.',
});

/** An absence of an interpreter. Planners read those of everybody, interpreters their own. */
export const Absence = named('Absence', {
  id: Id,
  etag: Etag,
  person: Id,
  person_name: Type.String(),
  from: Instant,
  to: Instant,
  date_from: Day,
  date_to: Day,
  time_from: nullable(Type.String({ description: 'Null: from the beginning of the first day.' })),
  time_to: nullable(Type.String({ description: 'Null: until the end of the last day.' })),
  kind: Kind,
  note: nullable(Type.String({ description: 'For planners and the person.' })),
  state: State,
  is_over: Type.Boolean(),
  undecided: nullable(
    Type.Integer({
      minimum: 0,
      description:
        'How many pending and approved reservations in its time, not over, they still take part in. Null for interpreters, and unless it is in force.',
    }),
  ),
  created: Instant,
  can: verdicts(absenceActs),
});
export type Absence = Static<typeof Absence>;

const terms = {
  date_from: day('The first day, in the deployment’s time zone.'),
  date_to: day(`The last day (inclusive); at most ${longestAbsence} days after the first.`),
  time_from: maybe({ ...WallTime, description: 'On the first day; null: from its beginning.' }),
  time_to: maybe({ ...WallTime, description: 'On the last day; null: until its end.' }),
  kind: Kind,
  note: maybe(text({ max: bounds.note })),
};

const Person = Type.Optional({ ...Id, description: 'The interpreter; by default the caller. Others: planners only.' });

/**
 * `POST absences/`. Of an interpreter for themselves: an illness is `reported`, another kind `requested` (`approved` if
 * the manifest says that leave needs no approval). Of a planner: `approved`, with a decision on each approved
 * reservation; without one: 409 `reservations_affected`.
 */
export const NewAbsence = form('NewAbsence', { person: Person, ...terms, decisions: Type.Optional(decisions) });
export type NewAbsence = Static<typeof NewAbsence>;

/**
 * `PATCH absences/{id}/`: omitted fields stay unchanged. Planners give decisions on the approved reservations that an absence in
 * force newly takes away. People change their own until it begins, unless a planner has decided about it.
 */
export const AbsenceChanges = partialForm('AbsenceChanges', { ...terms, decisions });
export type AbsenceChanges = Static<typeof AbsenceChanges>;

/** `POST absences/{id}/take_back/`: planners may put shifts in its time back that are called off. */
export const AbsenceEnd = form('AbsenceEnd', {
  put_back: Type.Optional(Type.Array(Id, { maxItems: 1000, uniqueItems: true })),
});
export type AbsenceEnd = Static<typeof AbsenceEnd>;

/** The sort keys of the list. */
export const absenceOrderings = ['from', 'to', 'person', 'state', 'created'] as const;

/** `GET absences/`: the query. The search covers the people. Interpreters read only their own. */
export const AbsencesQuery = listQuery(absenceOrderings, {
  person: Type.Optional(Type.Array(Id, { maxItems: 100 })),
  state: anyOf(absenceStates),
  kind: anyOf(absenceKinds),
  from_day: Type.Optional(day('Ends on this day or later.')),
  to_day: Type.Optional(day('Begins on this day or before.')),
  over: Type.Optional(Type.Boolean()),
});
export type AbsencesQuery = Static<typeof AbsencesQuery>;

/** `GET absences/`: the response. */
export const AbsencesPage = page(Absence, 'AbsencesPage');

/** `POST absences/preview/`: the time of an absence that is not saved, or another time of `absence`. */
export const AbsenceDraft = form('AbsenceDraft', {
  person: Person,
  absence: Type.Optional({
    ...Id,
    description:
      'The absence that would be changed: its person, and times by default. With another time, `bookings` has what it newly takes away.',
  }),
  date_from: Type.Optional(terms.date_from),
  date_to: Type.Optional(terms.date_to),
  time_from: terms.time_from,
  time_to: terms.time_to,
});
export type AbsenceDraft = Static<typeof AbsenceDraft>;

/**
 * `POST absences/preview/`: what an absence takes away. Nothing is written. For an interpreter without replacements.
 */
export const AbsencePreview = named('AbsencePreview', {
  from: Instant,
  to: Instant,
  shifts: Type.Array(Shift, { description: 'The shifts in its time that are not over, the next first. They stay.' }),
  bookings: takenBookings,
  called_off: Type.Array(
    Type.Object({
      shift: Type.Pick(Shift, ['id', 'date', 'time_from', 'time_to']),
      reasons: Type.Array(Type.String(), { description: 'Codes of the error catalogue: why it cannot be put back.' }),
      suggested: Type.Boolean({ description: 'It was called off after the absence was entered.' }),
    }),
    {
      description:
        'For planners, of an absence that exists: the shifts in its time that are called off and have not begun. Taking it back may put them back.',
    },
  ),
});
export type AbsencePreview = Static<typeof AbsencePreview>;
