import type { Place } from '#domain/interpretations/place.ts';

/** Interpretations over the network. */
export const place: Place = {
  channel: 'online',
  title: 'online:title',
  empty: 'online:empty',
  emptyText: 'online:emptyText',
};
