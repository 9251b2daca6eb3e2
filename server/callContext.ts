import { AsyncLocalStorage } from 'node:async_hooks';

/** Facts about a span, named by OpenTelemetry's conventions. */
export type Attributes = Record<string, string | number | boolean>;

/** A call, task or query in a trace. */
export type Span = {
  traceId: string;
  /** For whoever is called on its behalf: the `traceparent` of W3C Trace Context. */
  traceparent: string;
  /** Adds a part that has just ended, after `milliseconds`. */
  addPart: (name: string, milliseconds: number, attributes: Attributes, error?: unknown) => void;
  end: (attributes: Attributes, error?: unknown) => void;
};

/** Starts spans, and sends them to a collector once they have ended. */
export type Tracer = {
  /** @param traceparent the span of the caller, which the new one belongs to */
  start: (name: string, kind: 'call' | 'task', attributes: Attributes, traceparent?: string) => Span;
  /** Sends what has ended. */
  stop: () => Promise<void>;
};

/** The state of a limit after a call was counted under it. Times in seconds. */
export type CountedLimit = { name: string; max: number; window: number; remaining: number; reset: number };

/** A call of the API, or a background task, while it runs. */
export type CallContext = {
  /** The id of the request or of the task. */
  id: string;
  /** `GET /users/:id/`, or the kind of the task. */
  route: string;
  span: Span | null;
  /** The limits that the caller is told, by name. */
  limits: Map<string, CountedLimit>;
  /** Whether its reads may use a replica, which lacks what was written a moment ago; by default they do not. */
  mayUseReplica?: boolean;
  /** Why the call failed. */
  error?: unknown;
};

const storage = new AsyncLocalStorage<CallContext | undefined>();

/** The call or task that the running code belongs to. */
export function currentCall(): CallContext | undefined {
  return storage.getStore();
}

/** Runs code, and whatever it starts, as a part of a call or task. */
export function withinCall<Result>(call: CallContext, act: () => Result): Result {
  return storage.run(call, act);
}

/** Runs code on behalf of several calls. It belongs to none of them, so it reads from the primary: a replica may lack what one of them wrote. */
export function outsideCalls<Result>(act: () => Result): Result {
  return storage.run(undefined, act);
}

/** Runs a background task with an id and, if there is a tracer, a span. @throws what `act` throws */
export async function asTask<Result>(
  tracer: Tracer | null,
  { route, id }: Pick<CallContext, 'route' | 'id'>,
  act: () => Promise<Result>,
): Promise<Result> {
  const span = tracer?.start(route, 'task', { 'signboard.task.id': id }) ?? null;
  return withinCall({ id, route, span, limits: new Map() }, async () => {
    try {
      const result = await act();
      span?.end({});
      return result;
    } catch (error) {
      span?.end({}, error);
      throw error;
    }
  });
}
