import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  Credentials,
  LoginAnswer,
  Me,
  MeChanges,
  OtpChallenge,
  OtpGuess,
  OtpResend,
  Session,
} from '../../../contract/auth.ts';
import { clientOf } from '../../http/client.ts';
import { sessionOf } from '../../http/guard.ts';
import { NoContent } from '../../http/noContent.ts';
import type { TypedApp } from '../../http/typedApp.ts';
import { signedIn } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';

/** Signing in and out. */
function serveSession(app: TypedApp, { signIn, securityLog }: Services): void {
  app.post(
    '/auth/login/',
    {
      config: { policy: 'public' },
      schema: {
        summary: 'Sign in',
        description: 'Returns a session, or with two-factor sign-in a challenge: then a code is sent by e-mail.',
        tags: ['auth'],
        body: Credentials,
        response: { 200: LoginAnswer },
      },
    },
    (request) =>
      securityLog.signIn(
        request,
        request.body,
        signIn.login(request.body, clientOf(request)).then((answer) => ({ answer, way: 'password' })),
      ),
  );

  app.post(
    '/auth/otp/',
    {
      config: { policy: 'public', flag: 'twoFactor' },
      schema: {
        summary: 'Answer the challenge with the code from the e-mail',
        description: 'Five guesses for one login; `attempts_left` is the number of remaining guesses.',
        tags: ['auth'],
        body: OtpGuess,
        response: { 200: Session },
      },
    },
    (request) => securityLog.signIn(request, request.body, signIn.guess(request.body, clientOf(request))),
  );

  app.post(
    '/auth/otp/resend/',
    {
      config: { policy: 'public', flag: 'twoFactor' },
      schema: {
        summary: 'Request another code',
        description: 'The previous code becomes invalid; the number of remaining guesses does not change.',
        tags: ['auth'],
        body: OtpResend,
        response: { 200: OtpChallenge },
      },
    },
    (request) => signIn.resend(request.body, clientOf(request)),
  );

  app.post(
    '/auth/logout/',
    {
      config: { policy: signedIn },
      schema: { summary: 'End the session', tags: ['auth'], response: { 204: NoContent } },
    },
    async (request, reply) => {
      await signIn.logout(sessionOf(request).tokenHash);
      securityLog.record(request, 'sign_out');
      return reply.code(204).send(null);
    },
  );
}

/** The signed-in person. */
function servePerson(app: TypedApp, { signIn }: Services): void {
  app.get(
    '/auth/me/',
    {
      config: { policy: signedIn },
      schema: { summary: 'The signed-in person', tags: ['auth'], response: { 200: Me } },
    },
    async (request) => signIn.me(sessionOf(request).person),
  );

  app.patch(
    '/auth/me/',
    {
      config: { policy: signedIn },
      schema: {
        summary: 'Choose the language of one’s mails',
        tags: ['auth'],
        body: MeChanges,
        response: { 200: Me },
      },
    },
    (request) => signIn.changeMe(request, request.body),
  );
}

/** `auth/`: login, one-time code, the signed-in person, logout (R29, R31). */
export const routes =
  (services: Services): FastifyPluginAsyncTypebox =>
  async (app) => {
    serveSession(app, services);
    servePerson(app, services);
  };
