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
import { NoContent, routeOptions, type TypedApp } from '../../http/routes.ts';
import { signedIn } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';

const open = routeOptions('auth', { policy: 'public' });
const secondStep = routeOptions('auth', { policy: 'public', flag: 'twoFactor' });
const ownRoute = routeOptions('auth', { policy: signedIn });

/** Signing in and out. */
function serveSession(app: TypedApp, { signIn, securityLog }: Services): void {
  app.post(
    '/auth/login/',
    open({
      summary: 'Sign in',
      description: 'Returns a session, or with two-factor sign-in a challenge: then a code is sent by e-mail.',
      body: Credentials,
      response: { 200: LoginAnswer },
    }),
    (request) =>
      securityLog.signIn(
        request,
        request.body,
        signIn.login(request.body, clientOf(request)).then((answer) => ({ answer, way: 'password' })),
      ),
  );

  app.post(
    '/auth/otp/',
    secondStep({
      summary: 'Answer the challenge with the code from the e-mail',
      description: 'Five guesses for one login; `attempts_left` is the number of remaining guesses.',
      body: OtpGuess,
      response: { 200: Session },
    }),
    (request) => securityLog.signIn(request, request.body, signIn.guess(request.body, clientOf(request))),
  );

  app.post(
    '/auth/otp/resend/',
    secondStep({
      summary: 'Request another code',
      description: 'The previous code becomes invalid; the number of remaining guesses does not change.',
      body: OtpResend,
      response: { 200: OtpChallenge },
    }),
    (request) => signIn.resend(request.body, clientOf(request)),
  );

  app.post('/auth/logout/', ownRoute({ summary: 'End the session', response: { 204: NoContent } }), async (request) => {
    await signIn.logout(sessionOf(request).tokenHash);
    securityLog.record(request, 'sign_out');
  });
}

/** The signed-in person. */
function servePerson(app: TypedApp, { signIn }: Services): void {
  app.get('/auth/me/', ownRoute({ summary: 'The signed-in person', response: { 200: Me } }), async (request) =>
    signIn.me(sessionOf(request).person),
  );

  app.patch(
    '/auth/me/',
    ownRoute({
      summary: 'Choose the language of one’s mails',
      body: MeChanges,
      response: { 200: Me },
    }),
    (request) => signIn.changeMe(request, request.body),
  );
}

/** `auth/`: login, one-time code, the signed-in person, logout (R29, R31). */
export function routes(app: TypedApp, services: Services): void {
  serveSession(app, services);
  servePerson(app, services);
}
