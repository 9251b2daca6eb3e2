const minute = 60_000;
const hour = 60 * minute;

/**
 * Maximum number of acts per key within a window in milliseconds. `shownAs` is its name in the headers `RateLimit` and
 * `RateLimit-Policy`; without one, callers do not learn the count: it also has acts of others, or depends on an account.
 */
export type Throttle = { scope: string; max: number; window: number; shownAs?: string };

/**
 * Slows down acts under one key without ever blocking them. The first `free` acts pass at once. Each further act has to
 * wait after the previous one: a second, doubled each time, at most `longest`. The count restarts after `window`
 * without an act. Milliseconds.
 */
export type Slowdown = { scope: string; free: number; longest: number; window: number };

/** Every limit of signing in. Decision 238 lists the guesses per day that they allow. */
export const limits = {
  /** The last use of a session is stored at most this often, in milliseconds. */
  sessionUse: minute,
  /** How long a proof of the person counts for sensitive acts, in milliseconds. */
  recentAuthentication: 10 * minute,
  /** How long a device stays known after its last sign-in, in milliseconds. */
  knownDevice: 90 * 24 * hour,
  /** How long a device is known after its person has opened a mailed link there, in milliseconds. */
  linkedDevice: hour,
  /** How long a code is valid, in milliseconds. */
  otp: 10 * minute,
  /** Guesses per login; a resent code does not add more. */
  otpGuesses: 5,
  /** Pause between two codes of one login, in milliseconds. */
  otpResend: 30_000,
  /** How long the challenge of a passkey is valid, in milliseconds. */
  passkeyChallenge: 5 * minute,
  /** How long a sign-in with the national ID may take, in milliseconds. */
  openid: 10 * minute,
  /** How long the link to a new password is valid, in milliseconds. */
  passwordReset: hour,
  /** How long the link of an invitation is valid, in milliseconds. */
  invitation: 7 * 24 * hour,
  /** How long the link of a registration is valid, in milliseconds. */
  registration: 24 * hour,
  /** How long the link that confirms a new e-mail address is valid, in milliseconds. */
  emailChange: 24 * hour,
  /** How long the link that restores the former address is valid, in milliseconds. */
  emailUndo: 7 * 24 * hour,
  /** How long the link that confirms a national ID is valid, in milliseconds. */
  nationalIdLink: hour,
  /** How long the link that confirms the account of an organisation is valid, in milliseconds. */
  workAccountLink: hour,
  /** Wrong passwords per day after which a network address is no longer new to an account. */
  newAddressFailures: 3,
  /** A pair is an account and a network address, so attackers only block their own address. */
  throttles: {
    passwordPerPair: { scope: 'password:pair', max: 10, window: 15 * minute },
    passwordPerAddress: { scope: 'password:address', max: 100, window: 15 * minute, shownAs: 'sign-in' },
    passwordPerDevice: { scope: 'password:device', max: 10, window: 15 * minute },
    /** Only counts and never refuses: tells which addresses are new to an account. */
    failuresPerPair: { scope: 'password:failures', max: 1_000_000, window: 24 * hour },
    ownPasswordPerSession: { scope: 'own-password:session', max: 10, window: 15 * minute, shownAs: 'own-password' },
    codesSentPerPair: { scope: 'code-sent:pair', max: 10, window: 15 * minute },
    codesSentPerDevice: { scope: 'code-sent:device', max: 10, window: 15 * minute },
    guessesPerDevice: { scope: 'guess:device', max: 25, window: hour },
    /** Guesses at logins that are not open; guesses at open logins are counted by account. */
    guessesPerAddress: { scope: 'guess:address', max: 100, window: 15 * minute },
    resetsPerPair: { scope: 'reset:pair', max: 5, window: hour },
    resetsPerAddress: { scope: 'reset:address', max: 30, window: hour, shownAs: 'password-reset' },
    /** The window is no longer than a link is valid, so a mailbox that reaches the limit has a valid link. */
    resetMailsPerMailbox: { scope: 'reset-mail:mailbox', max: 10, window: hour },
    passkeysPerAddress: { scope: 'passkey:address', max: 100, window: 15 * minute, shownAs: 'passkey' },
    openidPerAddress: { scope: 'openid:address', max: 100, window: 15 * minute, shownAs: 'openid' },
    /** Logout tokens of the provider that are refused. */
    logoutTokensPerAddress: { scope: 'logout-token:address', max: 100, window: 15 * minute, shownAs: 'logout-token' },
    /** Each works once. The window is longer than a token is valid. */
    usesOfLogoutToken: { scope: 'logout-token:use', max: 1, window: 10 * minute },
    emailChangesPerAccount: { scope: 'email-change:account', max: 5, window: hour, shownAs: 'email-change' },
    nationalIdLinksPerMailbox: { scope: 'national-id-link:mailbox', max: 5, window: hour },
    workAccountLinksPerMailbox: { scope: 'work-account-link:mailbox', max: 5, window: hour },
    /** Refused calls of other systems. */
    serviceRefusedPerAddress: { scope: 'service:address', max: 30, window: 15 * minute, shownAs: 'service' },
    /** Calls of one system with the scope `read`: a runaway client takes no connections from people. Events have no limit. */
    readsPerService: { scope: 'service:reads', max: 600, window: minute, shownAs: 'read' },
    /** Calls for calendars whose secret is wrong, and for one calendar. */
    calendarsRefusedPerAddress: { scope: 'calendar:address', max: 30, window: 15 * minute, shownAs: 'calendar' },
    calendarsPerFeed: { scope: 'calendar:feed', max: 60, window: hour },
    registrationsPerPair: { scope: 'registration:pair', max: 5, window: hour },
    registrationsPerAddress: { scope: 'registration:address', max: 30, window: hour, shownAs: 'registration' },
    registrationMailsPerMailbox: { scope: 'registration-mail:mailbox', max: 10, window: hour },
  },
  slowdowns: {
    passwordPerAccount: { scope: 'password:account', free: 20, longest: 10_000, window: hour },
    /** Counted separately, so that addresses that keep guessing do not delay a new address. */
    passwordFromNewAddress: { scope: 'password:account:new', free: 20, longest: 5_000, window: hour },
    codesSentPerAccount: { scope: 'code-sent:account', free: 10, longest: minute, window: hour },
    guessesPerAccount: { scope: 'guess:account', free: 25, longest: 2 * minute, window: hour },
  },
} as const satisfies {
  throttles: Record<string, Throttle>;
  slowdowns: Record<string, Slowdown>;
} & Record<string, unknown>;
