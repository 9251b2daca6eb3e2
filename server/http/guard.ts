import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import type { Flag, Flags } from '../../contract/flags.ts';
import type { Policy, Person } from '../policies/policy.ts';
import { ApiProblem } from '../problem.ts';

/** A call's session: who it is, and which token they came with. */
export type RequestSession = { person: Person; tokenHash: Buffer };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route. A route without one is not accepted. */
    policy?: Policy;
    /** The flag that the route stands behind: where it is off, it is not there (404 feature_off). */
    flag?: Flag;
  }
  interface FastifyRequest {
    session: RequestSession | null;
  }
}

/** Finds the session of a token that is still good, or null. */
export type FindSession = (token: string) => Promise<RequestSession | null>;

function assertDeclared({ method, url, config, schema }: RouteOptions): void {
  const name = `${String(method)} ${url}`;
  if (!config?.policy) throw new Error(`Route ${name} declares no policy: say who may call it in config.policy.`);
  if (!schema?.response) throw new Error(`Route ${name} declares no response schema: say what it answers.`);
}

function tokenOf(request: FastifyRequest): string | null {
  return /^Token ([\w-]{1,200})$/.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

/**
 * The one place where a call is let through: the route's flag, then the token, then the route's policy. Everything
 * registered afterwards is guarded, and refused at start when it does not say by whom it may be called.
 */
export function guardRoutes(app: FastifyInstance, flags: Flags, findSession: FindSession): void {
  app.decorateRequest('session', null);
  app.addHook('onRoute', assertDeclared);
  app.addHook('onRequest', async (request) => {
    if (request.is404) return;
    const { policy, flag } = request.routeOptions.config;
    if (flag && !flags[flag]) throw new ApiProblem('feature_off');
    if (policy === 'public' || !policy) return;
    const token = tokenOf(request);
    const session = token === null ? null : await findSession(token);
    if (!session) throw new ApiProblem('unauthorized');
    if (!policy(session.person)) throw new ApiProblem('forbidden');
    request.session = session;
  });
}

/** The session behind a call to a route that is not public. */
export function sessionOf(request: FastifyRequest): RequestSession {
  if (!request.session) throw new ApiProblem('unauthorized');
  return request.session;
}
