import Type, { type Static } from 'typebox';
import { Figures } from './figures.ts';
import { day, Instant, named, nullable } from './fields.ts';

const { average_waiting, service_level } = Figures.properties;

/**
 * `GET overview/`: the figures of the overview (R86) for the deployment's last 30 days, today included.
 */
export const Overview = named('Overview', {
  from_day: day('First day counted, in the deployment’s time zone.'),
  to_day: day('Last day counted: today, in the deployment’s time zone.'),
  scope: Type.Union([Type.Literal('own'), Type.Literal('all')], { description: 'An interpreter gets `own`.' }),
  requests: Type.Integer({ minimum: 0, description: 'Interpretation requests created in the range.' }),
  registered_users: nullable(
    Type.Integer({ minimum: 0 }),
    'Approved users to date; null for callers who may not read users.',
  ),
  online_interpreters: Type.Integer({ minimum: 0, description: 'Interpreters online at this moment.' }),
  average_feedback: nullable(
    Type.Number({ minimum: 1, maximum: 5 }),
    'Mean rating of those requests, 1–5; null without feedback, or without the flag `feedback`.',
  ),
  feedback_count: Type.Integer({ minimum: 0, description: 'Number of ratings.' }),
  answered: Type.Integer({ minimum: 0, description: 'Requests among them that an interpreter took.' }),
  average_waiting,
  service_level,
  service_level_seconds: Type.Integer({ description: 'The time limit of the service level.' }),
});
export type Overview = Static<typeof Overview>;

const halfHour = {
  from: Instant,
  requests: Type.Integer({ minimum: 0, description: 'Requests created in this half hour.' }),
  reserved: Type.Integer({ minimum: 0, description: 'Approved reservations that overlap this half hour.' }),
  planned: Type.Integer({
    minimum: 0,
    description: 'Interpreters with a shift that overlaps this half hour; cancelled shifts do not count.',
  }),
};

/** `GET overview/day/`: today by half hours: requests, reservations and interpreters in shift. */
export const OverviewDay = named('OverviewDay', {
  day: day('Today, in the deployment’s time zone.'),
  scope: Type.Union([Type.Literal('own'), Type.Literal('all')], { description: 'An interpreter gets `own`.' }),
  half_hours: Type.Array(Type.Object(halfHour), {
    description: 'The whole day: 48 half hours, or 46 and 50 when the clocks change.',
  }),
});
export type OverviewDay = Static<typeof OverviewDay>;
