import type { Place } from '#domain/interpretations/place.ts';

/** The list of live interpretations. */
export const place: Place = {
  channel: 'live',
  title: 'offline:title',
  empty: 'offline:empty',
  emptyText: 'offline:emptyText',
};
