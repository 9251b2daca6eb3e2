import type { Absence } from '../../contract/absences.ts';
import { mari } from './person.ts';

/** Two days of leave in 2099 that Mari Tamm asks for, as a planner reads it. */
export const absence: Absence = {
  id: '00000000000000000000000c',
  etag: '"1"',
  person: mari.id,
  person_name: 'Mari Tamm',
  from: '2099-05-04T00:00:00+03:00',
  to: '2099-05-06T00:00:00+03:00',
  date_from: '2099-05-04',
  date_to: '2099-05-05',
  time_from: null,
  time_to: null,
  kind: 'leave',
  note: 'Holiday',
  state: 'requested',
  is_over: false,
  undecided: null,
  created: '2099-05-03T10:00:00Z',
  can: { update: true, decide: false, approve: true, refuse: true, take_back: true },
};
