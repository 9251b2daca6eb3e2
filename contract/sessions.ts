import Type, { type Static } from 'typebox';
import { Id, Instant, named, nullable } from './fields.ts';

/** The device of a sign-in, as it calls itself. Null: unknown. */
export const deviceName = {
  browser: nullable(Type.String(), 'The browser, such as `Firefox`.'),
  system: nullable(Type.String(), 'The operating system, such as `Windows`.'),
};

/** A session of the caller. */
export const OwnSession = named('OwnSession', {
  id: Id,
  ...deviceName,
  started: nullable(Instant, 'The sign-in.'),
  used: nullable(Instant, 'The last use, to about a minute.'),
  is_current: Type.Boolean({ description: 'The session of this call.' }),
});
export type OwnSession = Static<typeof OwnSession>;

/** `GET auth/sessions/`: the caller's sessions that have not ended, the last used first. */
export const OwnSessions = named('OwnSessions', { results: Type.Array(OwnSession) });
export type OwnSessions = Static<typeof OwnSessions>;
