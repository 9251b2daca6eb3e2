import Type, { type Static } from 'typebox';

/** `GET overview/`: the four figures of the overview (specification §2), over the deployment's last 30 days including today. */
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
  },
  { $id: 'Overview' },
);
export type Overview = Static<typeof Overview>;
