import type { Credentials, LoginAnswer, Me, OtpChallenge, OtpGuess, OtpResend, Session } from '../../contract/auth.ts';
import { get, post } from './http.ts';

/** Signs in: a session, or the challenge for a code where two-factor is on. */
export function login(credentials: Credentials): Promise<LoginAnswer> {
  return post('auth/login/', credentials, { signsIn: true });
}

/** Answers the challenge with the code from the e-mail. */
export function guessOtp(guess: OtpGuess): Promise<Session> {
  return post('auth/otp/', guess, { signsIn: true });
}

/** Requests another code. The number of guesses left does not change. */
export function resendOtp(challenge: OtpResend): Promise<OtpChallenge> {
  return post('auth/otp/resend/', challenge, { signsIn: true });
}

/** The signed-in person. */
export function readMe(signal?: AbortSignal): Promise<Me> {
  return get('auth/me/', undefined, { signal });
}

/** Ends the session on the server. */
export function logout(): Promise<void> {
  return post('auth/logout/');
}
