import type { FastifyInstance } from 'fastify';
import { plainText } from '../../contract/plainText.ts';
import { ApiProblem } from '../problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body stays as it was sent: the route normalises its parts one by one. */
    keepsBody?: boolean;
  }
}

/** Fields that are stored exactly as typed. */
const verbatim = new Set(['password', 'password_confirmation', 'current_password', 'token', 'otpToken']);

/** Maximum nesting of a body: more than any valid body has, and safe for recursion. */
const maxDepth = 20;

/** The plain form of every text of a value, except passwords and tokens. @throws ApiProblem invalid */
export function normalise(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return plainText(assertWellFormed(value));
  if (typeof value !== 'object' || value === null) return value;
  if (depth > maxDepth) throw new ApiProblem('invalid');
  if (Array.isArray(value)) return value.map((part) => normalise(part, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      verbatim.has(name) && typeof part === 'string' ? assertWellFormed(part) : normalise(part, depth + 1),
    ]),
  );
}

/** The database stores UTF-8, which cannot represent a lone surrogate. */
function assertWellFormed(text: string): string {
  if (!text.isWellFormed()) throw new ApiProblem('invalid');
  return text;
}

/**
 * Makes every text of a body plain before validation (Q15: lengths count after trimming), so that names that look the same are
 * equal.
 */
export function normaliseBodies(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    if (request.routeOptions.config.keepsBody) return;
    request.body = normalise(request.body);
  });
}
