/** What a customer or a partner wishes about an interpreter: them first, or never again. */
export const preferences = ['preferred', 'never'] as const;
export type Preference = (typeof preferences)[number];

/** Who may have such wishes. */
export const preferenceOwners = ['customer', 'partner'] as const;
export type PreferenceOwner = (typeof preferenceOwners)[number];
