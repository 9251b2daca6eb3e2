/** The kinds of data about a person, as the privacy pages name them. */
export const dataKinds = [
  'account',
  'sign_in',
  'schedule',
  'absences',
  'requests',
  'recordings',
  'reservations',
  'files',
  'feedback',
  'views',
  'mails',
  'legal_holds',
  'security_log',
  'audit_log',
] as const;
export type DataKind = (typeof dataKinds)[number];

/** What an erasure does to rows. */
export const handlings = ['delete', 'blank', 'unlink'] as const;
export type Handling = (typeof handlings)[number];

/** The formats of the export of a person. */
export const personOutputs = ['json', 'pdf'] as const;
export type PersonOutput = (typeof personOutputs)[number];
