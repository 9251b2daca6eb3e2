import type { FastifyRequest } from 'fastify';

/** Where a call comes from: the network address, and the User-Agent header (null: none). */
export type Client = { address: string; userAgent: string | null };

/** Maximum stored length in characters; no browser sends a longer User-Agent. */
const userAgentMax = 500;

/** Where a call comes from. */
export function clientOf({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): Client {
  return { address: ip, userAgent: headers['user-agent']?.slice(0, userAgentMax) || null };
}
