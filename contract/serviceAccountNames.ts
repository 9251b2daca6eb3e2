/** What a service account may do: send events of a video platform, or read what managers read. */
export const serviceScopes = ['platform', 'read'] as const;
export type ServiceScope = (typeof serviceScopes)[number];

/** The days that a secret may be valid. */
export const serviceAccountDays = [30, 90, 180, 365] as const;

/** The hours that the old secret stays valid after a rotation; 0: it ends at once. */
export const rotationOverlaps = [0, 1, 24, 168] as const;

/** How many service accounts may be valid at a time. */
export const maxServiceAccounts = 20;

/** How many address ranges a service account may have. */
export const maxNetworks = 20;
