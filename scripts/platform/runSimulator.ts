import { setTimeout as sleep } from 'node:timers/promises';
import type { EventResults } from '../../contract/platformEvents.ts';
import { eventMediaTypes, maxPlatformEvents } from '../../contract/platformNames.ts';
import { grayFilm } from '../../server/seed/media.ts';
import type { Simulated, SimulatedEvent, Simulator } from './simulator.ts';

/** One call of the API; returns the status of its answer and its body. */
export type Call = (
  method: 'POST' | 'PUT',
  path: string,
  request: { type: string; body: Buffer | string },
) => Promise<{ status: number; body: string }>;

/** The numbers of what was sent. */
export type Sent = { events: number; rejected: number; objects: number };

/** Sends what the simulated platform has done. @throws Error if the API refuses a whole call */
async function send(call: Call, { events, objects }: Simulated, sent: Sent): Promise<void> {
  for (let start = 0; start < events.length; start += maxPlatformEvents) {
    const some: SimulatedEvent[] = events.slice(start, start + maxPlatformEvents);
    const answer = await call('POST', 'platform/events/', { type: eventMediaTypes.batch, body: JSON.stringify(some) });
    if (answer.status >= 300) throw new Error(`The backend refused the events: ${answer.status} ${answer.body}`);
    const { results } = JSON.parse(answer.body) as EventResults;
    sent.events += some.length;
    sent.rejected += results.filter(({ status }) => status === 'rejected').length;
  }
  for (const { source, object, seconds } of objects) {
    const path = `platform/recordings/?${new URLSearchParams({ source, object })}`;
    const answer = await call('PUT', path, { type: 'video/webm', body: grayFilm(seconds) });
    if (answer.status >= 300) throw new Error(`The backend refused a recording: ${answer.status} ${answer.body}`);
    sent.objects += 1;
  }
}

/**
 * Lets a simulated platform run until the signal aborts or the duration is over, and then ends what is under way. With a speed of 60,
 * a minute contains an hour; the simulated time begins so early that it does not run ahead of the clock.
 * @param options.duration milliseconds, of the clock; may be infinite
 * @param options.pause milliseconds between two calls
 */
export async function runSimulator(
  simulator: Simulator,
  {
    call,
    signal,
    start,
    speed,
    duration,
    pause,
  }: { call: Call; signal: AbortSignal; start: number; speed: number; duration: number; pause: number },
): Promise<Sent> {
  const sent: Sent = { events: 0, rejected: 0, objects: 0 };
  const began = Date.now();
  const now = () => start + Math.min(duration, Date.now() - began) * speed;
  try {
    while (!signal.aborted && Date.now() - began < duration) {
      await send(call, simulator.until(now()), sent);
      await sleep(Math.min(pause, Math.max(0, began + duration - Date.now())), undefined, { signal }).catch(
        () => undefined,
      );
    }
    await send(call, simulator.until(now()), sent);
  } finally {
    await send(call, simulator.stop(now()), sent);
  }
  return sent;
}
