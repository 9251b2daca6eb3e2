import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Dependencies } from '../dependencies.ts';
import { type CallContext, type CountedLimit, withinCall } from '../callContext.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until the first hook has run. */
    call: CallContext | null;
  }
}

const unknownPath = 'unknown';

/** The fields of draft-ietf-httpapi-ratelimit-headers: the quota of each limit and its window, and what is left until when. */
function limitHeaders(limits: readonly CountedLimit[]): Record<string, string> {
  return {
    'ratelimit-policy': limits.map(({ name, max, window }) => `"${name}";q=${max};w=${window}`).join(', '),
    ratelimit: limits.map(({ name, remaining, reset }) => `"${name}";r=${remaining};t=${reset}`).join(', '),
  };
}

const isEventStream = (reply: FastifyReply): boolean =>
  String(reply.getHeader('content-type')).startsWith('text/event-stream');

/**
 * Makes the call known to everything that runs for it (`currentCall`), traces and measures it, and tells the caller the
 * limits that it was counted under. Register it before other hooks.
 */
export function followCalls(app: FastifyInstance, { tracer, metrics }: Pick<Dependencies, 'tracer' | 'metrics'>): void {
  app.decorateRequest('call', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, routeOptions, headers, id } = request;
    const path = routeOptions.url ?? unknownPath;
    const route = `${method} ${path}`;
    const { traceparent } = headers;
    const span =
      tracer?.start(
        route,
        'call',
        { 'http.request.method': method, 'http.route': path, 'signboard.request.id': id },
        typeof traceparent === 'string' ? traceparent : undefined,
      ) ?? null;
    const call: CallContext = { id, route, span, limits: new Map() };
    request.call = call;
    withinCall(call, done);
  });
  // Reading a body continues in the context of its connection.
  app.addHook('preValidation', ({ call }, _reply, done) => {
    if (call) withinCall(call, done);
    else done();
  });
  app.addHook('onSend', async ({ call }, reply) => {
    if (call && call.limits.size > 0) reply.headers(limitHeaders([...call.limits.values()]));
  });
  app.addHook('onError', async ({ call }, _reply, error) => {
    if (call) call.error = error;
  });
  app.addHook('onResponse', async ({ call, method, routeOptions }, reply) => {
    const { statusCode, elapsedTime } = reply;
    call?.span?.end({ 'http.response.status_code': statusCode }, statusCode >= 500 ? call.error : undefined);
    // A stream is open as long as a page: that is no time that somebody waited.
    if (isEventStream(reply)) return;
    const route = routeOptions.url ?? unknownPath;
    metrics?.countCall({ method, route, status: statusCode, seconds: elapsedTime / 1000 });
  });
}
