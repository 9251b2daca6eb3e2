import type { Place } from '#domain/interpretations/place.ts';

/** Interpretations on site, and whatever else is called live. */
export const place: Place = {
  channel: 'live',
  title: 'offline:title',
  empty: 'offline:empty',
  emptyText: 'offline:emptyText',
};
