import type { CalendarFeeds, CreatedCalendarFeed, NewCalendarFeed } from '../../contract/calendarFeeds.ts';
import { post, remove } from './http.ts';
import { query } from './query.ts';

/** The calendars that programs subscribe to: one's own, everybody's for owners. */
export const calendarFeeds = query<CalendarFeeds>('calendar_feeds/');

/** Adds a feed; the answer is the only one that contains its address. */
export function createCalendarFeed(feed: NewCalendarFeed): Promise<CreatedCalendarFeed> {
  return post('calendar_feeds/', feed);
}

/** Ends a feed, whose address stops working at once. */
export function endCalendarFeed(id: string): Promise<void> {
  return remove(`calendar_feeds/${id}/`);
}
