/** The first and the last day that a form, a filter and a report take (R201). */
export const dayBounds = { first: '1900-01-01', last: '2099-12-31' } as const;

/** The bounds of all fields (Q15). Lengths are in characters after trimming. */
export const bounds = {
  /** Names and titles, except names of people (Q15). */
  name: { min: 3, max: 100 },
  /** The first or the last name of a person (Q15). */
  personName: { min: 1, max: 100 },
  email: 254,
  phone: 40,
  address: { min: 3, max: 200 },
  /** Links are at most this long (Q15). */
  link: 200,
  /** The part of a URL that names a partner. */
  slug: { min: 3, max: 60 },
  /** The reason for an act; shown in the audit log and to the person concerned. */
  reason: { min: 3, max: 500 },
  /** The message sent with the answer to a reservation. */
  answer: 500,
  /** Notes on a request or a reservation. */
  note: 2000,
  /** The query of a screen’s address. */
  viewAddress: 2000,
  /** New passwords. */
  password: { min: 10, max: 1024 },
  queuePriority: { min: 1, max: 100 },
  /** The maximum number of days of a schedule, first and last included. */
  scheduleDays: 400,
  /** Minutes of travel one way. */
  travel: 480,
  /** The maximum number of interpreters of one reservation. */
  reservationInterpreters: 10,
} as const;

/** Records per page of a list: default (Q23) and maximum. */
export const pageSize = { default: 10, max: 100 } as const;

/** Maximum number of records of one bulk act. */
export const bulkMax = 100;
