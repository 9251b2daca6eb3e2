/** Every bound of a field, named once (Q15). Lengths are in characters after trimming. */
export const bounds = {
  /** Names and titles of things (Q15). */
  name: { min: 3, max: 100 },
  /** The first or the last name of a person (Q15). */
  personName: { min: 1, max: 100 },
  email: 254,
  phone: 40,
  address: { min: 3, max: 200 },
  /** Links are at most this long (Q15). */
  link: 200,
  /** What a partner is called in a URL. */
  slug: { min: 3, max: 60 },
  /** The reason for an act, for the audit log and the person concerned. */
  reason: { min: 3, max: 500 },
  /** What people are told with an answer to a reservation. */
  answer: 500,
  /** What people write about a request or a reservation. */
  note: 2000,
  /** The state of a screen as its address has it. */
  viewAddress: 2000,
  /** New passwords. */
  password: { min: 10, max: 1024 },
  queuePriority: { min: 1, max: 100 },
  /** The most days of a schedule, its first and its last included. */
  scheduleDays: 400,
  /** Minutes of travel one way. */
  travel: 480,
  /** The most interpreters of one reservation. */
  reservationInterpreters: 10,
} as const;

/** How many records a page of a list holds (Q23), and how many it may. */
export const pageSize = { default: 10, max: 100 } as const;

/** How many records one bulk act may name. */
export const bulkMax = 100;
