import Type, { type Static } from 'typebox';
import { Figures } from './figures.ts';
import { Instant } from './fields.ts';

const { average_waiting, service_level } = Figures.properties;

/** `GET overview/`: the figures of the overview (specification §2), over the deployment's last 30 days including today. */
export const Overview = Type.Object(
  {
    from_day: Type.String({ format: 'date', description: 'First day counted, in the deployment’s time zone.' }),
    to_day: Type.String({ format: 'date', description: 'Last day counted: today, in the deployment’s time zone.' }),
    scope: Type.Union([Type.Literal('own'), Type.Literal('all')], { description: 'Own figures for an interpreter.' }),
    requests: Type.Integer({ minimum: 0, description: 'Interpretation requests created in the range.' }),
    registered_users: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
      description: 'Approved users to date; null for those who may not see users.',
    }),
    online_interpreters: Type.Integer({ minimum: 0, description: 'Interpreters online at this moment.' }),
    average_feedback: Type.Union([Type.Number({ minimum: 1, maximum: 5 }), Type.Null()], {
      description: 'Mean rating of those requests, 1–5; null without feedback, or where feedback is off.',
    }),
    feedback_count: Type.Integer({ minimum: 0, description: 'Ratings behind the average.' }),
    answered: Type.Integer({ minimum: 0, description: 'Those requests that an interpreter took.' }),
    average_waiting,
    service_level,
    service_level_seconds: Type.Integer({ description: 'How soon an answer is in time.' }),
  },
  { $id: 'Overview' },
);
export type Overview = Static<typeof Overview>;

const halfHour = {
  from: Instant,
  requests: Type.Integer({ minimum: 0, description: 'Requests created in it.' }),
  reserved: Type.Integer({ minimum: 0, description: 'Approved reservations that are on at some time in it.' }),
  planned: Type.Integer({
    minimum: 0,
    description: 'Interpreters in shift at some time in it; cancelled shifts are none.',
  }),
};

/** `GET overview/day/`: today, half hour by half hour: what comes in, and who is planned for it; and what nobody is planned for yet. */
export const OverviewDay = Type.Object(
  {
    day: Type.String({ format: 'date', description: 'Today, in the deployment’s time zone.' }),
    scope: Type.Union([Type.Literal('own'), Type.Literal('all')], { description: 'Own work for an interpreter.' }),
    half_hours: Type.Array(Type.Object(halfHour), {
      description: 'All of the day: 48, and 46 or 50 where the clocks change.',
    }),
    unfilled: Type.Union(
      [
        Type.Object({
          count: Type.Integer({ minimum: 0, description: 'Open reservations that nobody is assigned to.' }),
          minutes: Type.Integer({ minimum: 0, description: 'Their time from start to end, added up.' }),
        }),
        Type.Null(),
      ],
      {
        description:
          '`GET reservations/?unfilled=true` lists them. Null for an interpreter, and where reservations are off.',
      },
    ),
    uncovered: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
      description:
        'Approved reservations to come that nobody covers; `GET reservations/?uncovered=true` lists them. Null as `unfilled`.',
    }),
  },
  { $id: 'OverviewDay' },
);
export type OverviewDay = Static<typeof OverviewDay>;
