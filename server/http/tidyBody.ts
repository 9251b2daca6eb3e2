import type { FastifyInstance } from 'fastify';
import { ApiProblem } from '../problem.ts';

/** What is kept exactly as it was typed. */
const verbatim = new Set(['password', 'password_confirmation', 'current_password', 'token', 'otpToken']);

/** How many lists and objects may lie within each other: far more than any body has, far fewer than a stack holds. */
const deepest = 20;

function tidy(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return whole(value).normalize('NFC').trim();
  if (typeof value !== 'object' || value === null) return value;
  if (depth > deepest) throw new ApiProblem('invalid');
  if (Array.isArray(value)) return value.map((part) => tidy(part, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      verbatim.has(name) && typeof part === 'string' ? whole(part) : tidy(part, depth + 1),
    ]),
  );
}

/** Half a letter (a surrogate alone) would come back as another one: the database keeps UTF-8. */
function whole(text: string): string {
  if (!text.isWellFormed()) throw new ApiProblem('invalid');
  return text;
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
