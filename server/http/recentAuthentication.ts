import type { FastifyRequest } from 'fastify';
import { limits } from '../auth/limits.ts';
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
