/** A number with its word: `counted(1, 'mail', 'mails')` is "1 mail". */
export const counted = (count: number, singular: string, plural: string): string =>
  `${count} ${count === 1 ? singular : plural}`;
