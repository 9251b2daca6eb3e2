import type { Place } from '#domain/interpretations/place.ts';

/** The list of online interpretations. */
export const place: Place = {
  channel: 'online',
  title: 'online:title',
  empty: 'online:empty',
  emptyText: 'online:emptyText',
};
