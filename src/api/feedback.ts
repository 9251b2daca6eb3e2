import type { Feedback } from '../../contract/feedback.ts';
import type { Page } from './collection.ts';
import type { Params } from './http.ts';
import { query } from './query.ts';

/** `feedback/`, read only. */
export const feedback = {
  path: 'feedback/',
  list: (params?: Params) => query<Page<Feedback>>('feedback/', params),
  one: (id: string) => query<Feedback>(`feedback/${encodeURIComponent(id)}/`),
};
