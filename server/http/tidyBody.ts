import type { FastifyInstance } from 'fastify';

/** What is kept exactly as it was typed. */
const verbatim = new Set(['password', 'password_confirmation', 'token', 'otpToken']);

function tidy(value: unknown): unknown {
  if (typeof value === 'string') return value.normalize('NFC').trim();
  if (Array.isArray(value)) return value.map(tidy);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, verbatim.has(name) ? part : tidy(part)]),
  );
}

/**
 * Takes the space around every text of a body away before it is looked at (Q15: lengths count after trimming), and writes
 * letters one way, so that names that look alike are alike.
 */
export function tidyBodies(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    request.body = tidy(request.body);
  });
}
