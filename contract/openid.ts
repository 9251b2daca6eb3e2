import Type, { type Static } from 'typebox';
import { form, named, oneOf } from './fields.ts';
import { languages } from './languages.ts';

/** `POST auth/openid/start/`: starts a sign-in with the national ID. */
export const OpenidStart = form('OpenidStart', {
  language: Type.Optional(oneOf(languages, 'The preferred language of the provider’s pages.')),
  sign_in_again: Type.Optional(
    Type.Boolean({
      description:
        'Whether the provider asks for an account even if somebody is signed in there (`prompt=login`), because that account was refused.',
    }),
  ),
});
export type OpenidStart = Static<typeof OpenidStart>;

/**
 * The response: the browser opens `authorization_url` and returns to `/auth/openid` of the dashboard. The client stores
 * `openidToken` and sends it with the callback's parameters, so that a callback started elsewhere cannot sign anybody
 * in.
 */
export const OpenidStarted = named('OpenidStarted', {
  authorization_url: Type.String(),
  openidToken: Type.String(),
  openid_expiry: Type.String({ format: 'date-time' }),
});
export type OpenidStarted = Static<typeof OpenidStarted>;

/**
 * `POST auth/openid/` (R30): the parameters that the provider added to the callback's address. Returns a
 * `Session`.
 */
export const OpenidCallback = form('OpenidCallback', {
  code: Type.String({ minLength: 1, maxLength: 4096 }),
  state: Type.String({ minLength: 1, maxLength: 200 }),
  iss: Type.Optional(Type.String({ maxLength: 500, description: 'The issuer, if the provider sends one (RFC 9207).' })),
  openidToken: Type.String({ minLength: 1, maxLength: 200 }),
});
export type OpenidCallback = Static<typeof OpenidCallback>;
