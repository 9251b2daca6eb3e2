import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import type { Flag, Flags } from '../../contract/flags.ts';
import type { ServiceScope } from '../../contract/serviceAccountNames.ts';
import { isForReaders, type Policy, type Person, type Service } from '../policies/policy.ts';
import { ApiProblem } from '../problem.ts';

/** The session of a call: the person, the hash of the token, and when the person last proved who they are. */
export type RequestSession = {
  person: Person;
  tokenHash: Buffer;
  authenticated: Date;
  /** The position of the write-ahead log after the last write of the person; omitted: unknown. */
  lastWrite?: number;
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route. Every route needs a policy. */
    policy?: Policy;
    /** The flag required; if it is off, the route answers 404 feature_off. */
    flag?: Flag;
  }
  interface FastifyRequest {
    session: RequestSession | null;
    /** The service account of another system that calls. */
    service: Service | null;
  }
}

/** Finds the session of a valid token, or null. */
export type FindSession = (token: string) => Promise<RequestSession | null>;

function assertDeclared({ method, url, config, schema }: RouteOptions): void {
  const name = `${String(method)} ${url}`;
  if (!config?.policy) throw new Error(`Route ${name} declares no policy: say who may call it in config.policy.`);
  if (!schema?.response) throw new Error(`Route ${name} declares no response schema: say what it answers.`);
}

/** A service account as a reader: like a manager who has no records of their own, and no session. */
const readerOf = ({ id, name }: Service): RequestSession => ({
  person: { id, email: '', first_name: name, last_name: '', role: 'manager', language: null, session: Buffer.alloc(0) },
  tokenHash: Buffer.alloc(0),
  authenticated: new Date(0),
  lastWrite: 0,
});

function tokenOf(request: FastifyRequest): string | null {
  return /^Token ([\w-]{1,200})$/.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

const isBearer = (request: FastifyRequest): boolean => /^Bearer /i.test(request.headers.authorization ?? '');

/** How callers are found. */
type Admission = {
  findSession: FindSession;
  /** The service account of a call, if it has the scope. @throws ApiProblem unauthorized, address_not_allowed, scope_missing, too_many_requests */
  admitService: (request: FastifyRequest, scope: ServiceScope) => Promise<Service>;
  /** Called when the role of a signed-in person may not call a route. */
  noteRefused: (request: FastifyRequest, personId: string) => void;
};

/**
 * The only place that admits calls: the route's flag, then the token, then the route's policy. Guards everything
 * registered afterwards, and refuses routes without a policy at the start.
 */
export function guardRoutes(
  app: FastifyInstance,
  flags: Flags,
  { findSession, admitService, noteRefused }: Admission,
): void {
  app.decorateRequest('session', null);
  app.decorateRequest('service', null);
  app.addHook('onRoute', assertDeclared);
  app.addHook('onRequest', async (request) => {
    if (request.is404) return;
    const { policy, flag } = request.routeOptions.config;
    if (flag && !flags[flag]) throw new ApiProblem('feature_off');
    if (policy === 'public' || !policy) return;
    if (typeof policy === 'object' && 'scope' in policy) {
      request.service = await admitService(request, policy.scope);
      return;
    }
    if (isBearer(request) && isForReaders(policy, request.routeOptions.method)) {
      request.service = await admitService(request, 'read');
      request.session = readerOf(request.service);
      return;
    }
    const token = tokenOf(request);
    const session = token === null ? null : await findSession(token);
    if (!session) throw new ApiProblem('unauthorized');
    const admits = typeof policy === 'object' ? policy.person : policy;
    if (!admits(session.person)) {
      noteRefused(request, session.person.id);
      throw new ApiProblem('forbidden');
    }
    request.session = session;
  });
}

/** The service account of a call to a route for other systems. */
export function serviceOf(request: FastifyRequest): Service {
  if (!request.service) throw new ApiProblem('unauthorized');
  return request.service;
}

/** The session of a call to a route for people. */
export function sessionOf(request: FastifyRequest): RequestSession {
  if (!request.session) throw new ApiProblem('unauthorized');
  return request.session;
}
