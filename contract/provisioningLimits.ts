/** How many tokens may be valid at a time: the old and the new one while a directory changes over. */
export const maxProvisioningTokens = 2;

/** The days that a token may be valid. */
export const provisioningTokenDays = [30, 90, 180, 365] as const;
