import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limits } from '../auth/limits.ts';
import { sensitiveActs } from '../policies/sensitiveActs.ts';
import { ApiProblem } from '../problem.ts';
import { sessionOf } from './guard.ts';

/**
 * Refuses a sensitive act unless the caller has authenticated within the last ten minutes. This stops a stranger at an unlocked
 * screen.
 * @throws ApiProblem insufficient_user_authentication
 */
export function requireRecentAuthentication(request: FastifyRequest, now: Date): void {
  const age = now.getTime() - sessionOf(request).authenticated.getTime();
  if (age >= limits.recentAuthentication) throw new ApiProblem('insufficient_user_authentication');
}

/** Refuses the acts that are always sensitive. Registered after `guardRoutes`. A sensitive act without a route fails the start. */
export function guardSensitiveActs(app: FastifyInstance, clock: () => Date): void {
  const missing = new Set(Object.keys(sensitiveActs));
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) missing.delete(`${each} ${url}`);
  });
  app.addHook('onReady', async () => {
    if (missing.size > 0) throw new Error(`sensitiveActs names routes that do not exist: ${[...missing].join(', ')}`);
  });
  app.addHook('onRequest', async (request) => {
    // A HEAD request runs the same code as GET.
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    if (sensitiveActs[`${method} ${request.routeOptions.url}`]?.proof === 'always')
      requireRecentAuthentication(request, clock());
  });
}
