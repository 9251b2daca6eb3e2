const minute = 60_000;
const hour = 60 * minute;

/** How often something may happen under one key, and for how long it is remembered, in milliseconds. */
export type Throttle = { scope: string; max: number; window: number };

/** Every bound of signing in, named once. */
export const limits = {
  /** How long a session lasts, in milliseconds. */
  session: 12 * hour,
  /** How long a code is good for, in milliseconds. */
  otp: 10 * minute,
  /** Guesses for one login; another code does not give more. */
  otpGuesses: 5,
  /** Pause between two codes of one login, in milliseconds. */
  otpResend: 30_000,
  /** How long a sign-in with the national ID may take, in milliseconds. */
  openid: 10 * minute,
  /** How long the link to a new password is good for, in milliseconds. */
  passwordReset: hour,
  /** How long the link of a registration is good for, in milliseconds. */
  registration: 24 * hour,
  throttles: {
    passwordPerAccount: { scope: 'password:account', max: 10, window: 15 * minute },
    passwordPerAddress: { scope: 'password:address', max: 100, window: 15 * minute },
    codesSentPerAccount: { scope: 'code-sent:account', max: 10, window: 15 * minute },
    guessesPerAccount: { scope: 'guess:account', max: 25, window: hour },
    resetsPerAccount: { scope: 'reset:account', max: 5, window: hour },
    resetsPerAddress: { scope: 'reset:address', max: 30, window: hour },
    openidPerAddress: { scope: 'openid:address', max: 100, window: 15 * minute },
    registrationsPerAccount: { scope: 'registration:account', max: 5, window: hour },
    registrationsPerAddress: { scope: 'registration:address', max: 30, window: hour },
    guessesPerAddress: { scope: 'guess:address', max: 100, window: 15 * minute },
  },
} as const satisfies { throttles: Record<string, Throttle> } & Record<string, unknown>;
