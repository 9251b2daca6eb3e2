import Type, { type Static } from 'typebox';
import { listQuery, page } from './collection.ts';
import { day, Id, Instant, named, nullable, oneOf } from './fields.ts';
import { channels } from './interpretations.ts';

const Rating = Type.Integer({ minimum: 1, maximum: 5 });
const MaybeText = nullable(Type.String());

/**
 * A customer's feedback on an interpretation (R149). Interpreters read feedback on themselves anonymously:
 * `customer` and `customer_name` are null.
 */
export const Feedback = named('Feedback', {
  id: Id,
  rating: Rating,
  video_quality: nullable(Rating),
  interpreter_quality: nullable(Rating),
  notes: MaybeText,
  created: Instant,
  request: Type.String({ description: 'The id of the interpretation.' }),
  request_date: Type.String({ format: 'date-time', description: 'When the interpretation was requested.' }),
  channel: oneOf(channels),
  category: Type.String(),
  interpreter: nullable(Id, 'Null: the person has been deleted.'),
  interpreter_name: MaybeText,
  customer: nullable(Id),
  customer_name: MaybeText,
  waiting_seconds: Type.Integer({ minimum: 0 }),
  duration_seconds: nullable(Type.Integer({ minimum: 0 })),
});
export type Feedback = Static<typeof Feedback>;

/** The sort keys of the list; each has an index. */
export const feedbackOrderings = ['created', 'rating', 'waiting_seconds'] as const;

/** `GET feedback/`: the query. The search covers the notes. Days are in the deployment's time zone, both inclusive. */
export const FeedbackQuery = listQuery(feedbackOrderings, {
  rating: Type.Optional(Type.Array(Rating, { maxItems: 5 })),
  interpreter: Type.Optional(Type.Array(Id, { maxItems: 100 })),
  from_day: Type.Optional(day('Given on this day or later.')),
  to_day: Type.Optional(day('Given on this day or before.')),
});
export type FeedbackQuery = Static<typeof FeedbackQuery>;

/** `GET feedback/`: the response. */
export const FeedbackPage = page(Feedback, 'FeedbackPage');
