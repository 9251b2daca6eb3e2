import { randomUUID } from 'node:crypto';
import type { Announcement } from './announcements.ts';

/** How many announcements a process keeps for clients that come back. */
const kept = 5_000;

/** Added to the age that a client states, in milliseconds: its reads may have ended before this call began. */
const ageTolerance = 2_000;

/** An announcement with its texts on streams, with and without the record, and when it was sent on the clock of `performance`. */
export type Sent = { at: number; announcement: Announcement; texts: { record: string; kind: string } };

/** What a client has received or read. */
export type Position = {
  /** The last event that the client has received; null: none. */
  after: string | null;
  /** How old what the client has read is, in milliseconds; null: unknown. */
  age: number | null;
};

/** What this process has sent since it began to listen. */
export function createHistory() {
  /** What was sent after `beginning`, the id of an event at the time `since`. */
  let sent: Sent[] = [];
  let beginning = '';
  let since = 0;
  return {
    begin: (): void => {
      sent = [];
      beginning = randomUUID();
      since = performance.now();
    },

    add: (news: readonly Sent[]): void => {
      sent.push(...news);
      if (sent.length <= 2 * kept) return;
      since = sent.at(-kept - 1)?.at ?? since;
      beginning = sent.at(-kept - 1)?.announcement.id ?? beginning;
      sent = sent.slice(-kept);
    },

    /** The id of the last event. */
    latest: (): string => sent.at(-1)?.announcement.id ?? beginning,

    /** What a client has missed; null if this process does not know. */
    missedBy: ({ after, age }: Position): Sent[] | null => {
      if (after !== null) {
        const place = sent.findLastIndex(({ announcement }) => announcement.id === after);
        // The beginning is in no announcement.
        return place >= 0 || after === beginning ? sent.slice(place + 1) : null;
      }
      if (age === null) return null;
      const from = performance.now() - age;
      return from < since ? null : sent.filter(({ at }) => at >= from - ageTolerance);
    },
  };
}
