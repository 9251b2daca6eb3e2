const minute = 60_000;
const hour = 60 * minute;

/** How often something may happen under one key, and for how long it is remembered, in milliseconds. */
export type Throttle = { scope: string; max: number; window: number };

/**
 * Slows acts under one key down and never stops them. The first `free` acts pass at once. Then each waits for a pause after
 * the one before it: a second, twice as long each time, at most `longest`. Without an act for `window` it begins anew.
 * Milliseconds.
 */
export type Slowdown = { scope: string; free: number; longest: number; window: number };

/** Every limit of signing in. Decision 238 says how many guesses a day they allow. */
export const limits = {
  /** How long a session lasts, in milliseconds. */
  session: 12 * hour,
  /** How long a browser is known after its last sign-in, in milliseconds. */
  knownDevice: 90 * 24 * hour,
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
  /** How long the link that confirms a new e-mail address is good for, in milliseconds. */
  emailChange: 24 * hour,
  /** How long the link that puts the former address back is good for, in milliseconds. */
  emailUndo: 7 * 24 * hour,
  /** How long the link that confirms a national ID is good for, in milliseconds. */
  nationalIdLink: hour,
  /** Wrong passwords of a day after which an address is no longer new to an account. */
  newAddressFailures: 3,
  /** A pair is an account and a network address: whoever fills it holds up nobody elsewhere. */
  throttles: {
    passwordPerPair: { scope: 'password:pair', max: 10, window: 15 * minute },
    passwordPerAddress: { scope: 'password:address', max: 100, window: 15 * minute },
    passwordPerDevice: { scope: 'password:device', max: 10, window: 15 * minute },
    /** Counts and never refuses: it tells which addresses are new to an account. */
    failuresPerPair: { scope: 'password:failures', max: 1_000_000, window: 24 * hour },
    ownPasswordPerSession: { scope: 'own-password:session', max: 10, window: 15 * minute },
    codesSentPerPair: { scope: 'code-sent:pair', max: 10, window: 15 * minute },
    codesSentPerDevice: { scope: 'code-sent:device', max: 10, window: 15 * minute },
    guessesPerDevice: { scope: 'guess:device', max: 25, window: hour },
    /** Guesses at logins that are not open; those at open ones are counted by account. */
    guessesPerAddress: { scope: 'guess:address', max: 100, window: 15 * minute },
    resetsPerPair: { scope: 'reset:pair', max: 5, window: hour },
    resetsPerAddress: { scope: 'reset:address', max: 30, window: hour },
    /** The window is no longer than a link is good for: whoever has had so many mails holds one that works. */
    resetMailsPerMailbox: { scope: 'reset-mail:mailbox', max: 10, window: hour },
    openidPerAddress: { scope: 'openid:address', max: 100, window: 15 * minute },
    emailChangesPerAccount: { scope: 'email-change:account', max: 5, window: hour },
    nationalIdLinksPerMailbox: { scope: 'national-id-link:mailbox', max: 5, window: hour },
    registrationsPerPair: { scope: 'registration:pair', max: 5, window: hour },
    registrationsPerAddress: { scope: 'registration:address', max: 30, window: hour },
    registrationMailsPerMailbox: { scope: 'registration-mail:mailbox', max: 10, window: hour },
  },
  slowdowns: {
    passwordPerAccount: { scope: 'password:account', free: 20, longest: 10_000, window: hour },
    /** Apart from the one above, so that addresses that keep guessing take no turn from one that has just come. */
    passwordFromNewAddress: { scope: 'password:account:new', free: 20, longest: 5_000, window: hour },
    codesSentPerAccount: { scope: 'code-sent:account', free: 10, longest: minute, window: hour },
    guessesPerAccount: { scope: 'guess:account', free: 25, longest: 2 * minute, window: hour },
  },
} as const satisfies {
  throttles: Record<string, Throttle>;
  slowdowns: Record<string, Slowdown>;
} & Record<string, unknown>;
