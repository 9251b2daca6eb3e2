import { sql } from 'kysely';
import type { ErrorCode } from '../../../../contract/errors.ts';
import { PastInterpretation } from '../../../../contract/imports.ts';
import { unofferedParts } from '../../../../contract/offered.ts';
import { earliestRequest } from '../../../days.ts';
import { phoneOf } from '../../../phone.ts';
import { ApiProblem } from '../../../problem.ts';
import { heldAmong } from '../../privacy/holdsTable.ts';
import type { Columns, ImportRules } from './rules.ts';
import { refuse } from './rules.ts';
import { givenColumns } from '../../../collection/givenColumns.ts';

/** What can be changed of an interpretation, as in the API. */
const changeable = ['note', 'closure_category_id', 'closure_note'] as const;

const facts = [
  'created',
  'started',
  'ended',
  'channel',
  'session_mode',
  'queue_type',
  'category',
  'kind',
  'service_kind',
  'location_type',
  'customer_id',
  'interpreter_id',
  'partner_id',
  'address',
  'phone',
] as const;

const instant = (value: unknown) => (typeof value === 'string' ? new Date(value).toISOString() : null);

/** @throws ApiProblem invalid */
function assertFacts(
  columns: Columns,
  { flags, now }: { flags: Parameters<typeof unofferedParts>[1]; now: Date },
): void {
  const errors: Record<string, ErrorCode[]> = {};
  for (const part of unofferedParts(columns, flags)) errors[part] = ['feature_off'];
  const { location_type, channel, interpreter_id } = columns;
  // ISO 8601 in UTC, so that their order as texts is that of the times.
  const { created, started, ended } = columns as { created: string; started: string | null; ended: string };
  if (created < earliestRequest.toISOString()) errors['created'] = ['invalid'];
  if (ended > now.toISOString()) errors['ended'] = ['time_in_future'];
  if (ended < (started ?? created)) errors['ended'] = ['check_dates'];
  if (started !== null && started < created) errors['started'] = ['check_dates'];
  if (started !== null && interpreter_id === null) errors['interpreter'] = ['required'];
  if (started === null && interpreter_id !== null) errors['started'] = ['required'];
  if (location_type === 'site' && channel !== 'live') errors['location_type'] = ['invalid'];
  if (Object.keys(errors).length > 0) throw new ApiProblem('invalid', { errors });
}

/** The facts of a form as columns. */
function read(form: PastInterpretation, deployment: Parameters<typeof phoneOf>[2]): Columns {
  const { customer, interpreter, partner, closure_category, phone, created, started, ended, ...same } = form;
  return givenColumns({
    ...same,
    created: instant(created),
    started: instant(started),
    ended: instant(ended),
    customer_id: customer,
    interpreter_id: interpreter,
    partner_id: partner,
    closure_category_id: closure_category,
    phone: phone && phoneOf(phone, 'phone', deployment),
  });
}

const empty: Columns = {
  started: null,
  kind: 'immediate',
  service_kind: 'interpretation',
  location_type: 'remote',
  customer_id: null,
  interpreter_id: null,
  partner_id: null,
  address: null,
  phone: null,
  note: null,
  closure_category_id: null,
  closure_note: null,
};

/** Past interpretations. They are recognised by time, channel, customer and interpreter; of those that exist only notes change. */
export const interpretations: ImportRules = {
  table: 'interpretations',
  schema: PastInterpretation,
  compared: [...facts, ...changeable],
  keyOf: ({ created, channel, customer, interpreter }) =>
    [String(created).slice(0, 16), channel, customer ?? '', interpreter ?? ''].join(' '),
  key: sql`to_char(interpretations.created at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI') || ' ' || interpretations.channel
    || ' ' || coalesce(interpretations.customer_id, '') || ' ' || coalesce(interpretations.interpreter_id, '')`,
  columnsOf: (form, { deployment, now }, existing) => {
    const given = read(form as PastInterpretation, deployment);
    if (existing) return given;
    const columns = { ...empty, ...given };
    assertFacts(columns, { flags: deployment.flags, now });
    return columns;
  },
  check: async (_context, rows) => {
    for (const row of rows)
      for (const fact of facts)
        if (row.existing && row.existing.columns[fact] !== row.after[fact])
          refuse(row, fact.replace(/_id$/, ''), 'field_fixed');
  },
  undoObstacles: async ({ db, now }, { removed }) => {
    if (removed.length === 0) return new Map();
    const found = await db
      .selectFrom('interpretations')
      .select(['id', 'customer_id', 'interpreter_id'])
      .where('id', 'in', [...removed])
      .execute();
    const people = found.flatMap(({ customer_id, interpreter_id }) => [customer_id ?? [], interpreter_id ?? []].flat());
    const held = new Set(await heldAmong(db, [...new Set(people)], now));
    const isHeld = (id: string | null) => id !== null && held.has(id);
    return new Map<string, ErrorCode>(
      found.flatMap(({ id, customer_id, interpreter_id }) =>
        isHeld(customer_id) || isHeld(interpreter_id) ? [[id, 'legal_hold'] as const] : [],
      ),
    );
  },
};
