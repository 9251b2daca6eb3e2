import { useEffect, useEffectEvent, useState } from 'react';
import { ApiError } from './problem.ts';

type Last<Answer> = { query: string; answer: Answer | null; error: unknown };

/**
 * Reads what the API computes for a body that is sent by POST, and reads it again when the body changes. Null reads nothing.
 * `answer` is the last one until the next arrives, also if the next one fails; `error` is an `ApiError` of the present body.
 * @param delay how long the body must stay the same before it is sent, in milliseconds
 */
export function usePostedQuery<Body, Answer>(
  body: Body | null,
  send: (body: Body, signal: AbortSignal) => Promise<Answer>,
  delay = 0,
) {
  const [last, setLast] = useState<Last<Answer> | null>(null);
  const [attempt, setAttempt] = useState(0);
  const query = body === null ? '' : JSON.stringify({ body, attempt });
  const sendBody = useEffectEvent(send);
  useEffect(() => {
    if (!query) return undefined;
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const asked = JSON.parse(query) as { body: Body };
        setLast({ query, answer: await sendBody(asked.body, abort.signal), error: null });
      } catch (error) {
        if (error instanceof ApiError) setLast((before) => ({ query, answer: before?.answer ?? null, error }));
      }
    }, delay);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [query, delay]);
  const isWaiting = query !== '' && last?.query !== query;
  return {
    answer: query ? (last?.answer ?? null) : null,
    error: query && !isWaiting ? (last?.error ?? null) : null,
    isWaiting,
    again: () => setAttempt((before) => before + 1),
  };
}
