import Type, { type Static } from 'typebox';
import { Id, Instant } from './fields.ts';

/** The device of a sign-in, as it calls itself. Null: unknown. */
export const deviceName = {
  browser: Type.Union([Type.String(), Type.Null()], { description: 'The browser, such as `Firefox`.' }),
  system: Type.Union([Type.String(), Type.Null()], { description: 'The operating system, such as `Windows`.' }),
};

/** A session of the caller. */
export const OwnSession = Type.Object(
  {
    id: Id,
    ...deviceName,
    started: Type.Union([Instant, Type.Null()], { description: 'The sign-in.' }),
    used: Type.Union([Instant, Type.Null()], { description: 'The last use, to about a minute.' }),
    is_current: Type.Boolean({ description: 'The session of this call.' }),
  },
  { $id: 'OwnSession' },
);
export type OwnSession = Static<typeof OwnSession>;

/** `GET auth/sessions/`: the caller's sessions that have not ended, the last used first. */
export const OwnSessions = Type.Object({ results: Type.Array(OwnSession) }, { $id: 'OwnSessions' });
export type OwnSessions = Static<typeof OwnSessions>;
