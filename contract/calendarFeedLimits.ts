/** How many calendar feeds a person may have. */
export const maxCalendarFeeds = 10;

/** What a feed covers: the person's own entries, those of a department, or everything that the person may see. */
export const feedCoverages = ['own', 'department', 'all'] as const;
export type FeedCoverage = (typeof feedCoverages)[number];

/** The days before and after today that a feed covers. Feeds of several people are shorter, because they have as many entries a day. */
export const feedDays = {
  own: { back: 90, ahead: 400 },
  department: { back: 30, ahead: 120 },
  all: { back: 30, ahead: 120 },
} as const satisfies Record<FeedCoverage, { back: number; ahead: number }>;
