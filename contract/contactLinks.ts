/** The address of a link that opens a message to somebody. Encoded, so that a stored address adds no recipient or text. */
export const mailHref = (email: string): string => `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;

/** The address of a link that calls a number. */
export const phoneHref = (number: string): string => `tel:${number.replace(/[^\d+]/g, '')}`;
