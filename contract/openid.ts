import Type, { type Static } from 'typebox';
import { languages, type Language } from './languages.ts';

/** `POST auth/openid/start/`: begins a sign-in with the national ID. */
export const OpenidStart = Type.Object(
  {
    language: Type.Optional(
      Type.Unsafe<Language>(Type.Enum([...languages], { description: 'What the provider may show its pages in.' })),
    ),
  },
  { $id: 'OpenidStart', additionalProperties: false },
);
export type OpenidStart = Static<typeof OpenidStart>;

/**
 * The answer: the browser goes to `authorization_url` and comes back to `/auth/openid` of the dashboard. `openidToken` is kept
 * by the client and goes with what it comes back with, so that nobody can be signed in by a callback that was begun elsewhere.
 */
export const OpenidStarted = Type.Object(
  {
    authorization_url: Type.String(),
    openidToken: Type.String(),
    openid_expiry: Type.String({ format: 'date-time' }),
  },
  { $id: 'OpenidStarted' },
);
export type OpenidStarted = Static<typeof OpenidStarted>;

/** `POST auth/openid/` (specification §7): what the provider put into the callback's address. Answers a `Session`. */
export const OpenidCallback = Type.Object(
  {
    code: Type.String({ minLength: 1, maxLength: 4096 }),
    state: Type.String({ minLength: 1, maxLength: 200 }),
    iss: Type.Optional(
      Type.String({ maxLength: 500, description: 'The provider’s name, where it gives one (RFC 9207).' }),
    ),
    openidToken: Type.String({ minLength: 1, maxLength: 200 }),
  },
  { $id: 'OpenidCallback', additionalProperties: false },
);
export type OpenidCallback = Static<typeof OpenidCallback>;
