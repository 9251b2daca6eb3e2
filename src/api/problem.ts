import type { ErrorCode } from '../../contract/errors.ts';

/** A failed call, with a code of the error catalogue (Q19). */
export class ApiError extends Error {
  /** A code of the catalogue, or an unknown one from a newer server. Translate it with `useErrorMessage`. */
  readonly code: ErrorCode | (string & {});
  /** HTTP status; 0 when no answer arrived. */
  readonly status: number;
  /** The request id for support; null if no answer arrived. */
  readonly requestId: string | null;
  /** Codes per form field. */
  readonly errors: Record<string, string[]>;
  /** The violated minimum or maximum of each field. */
  readonly limits: Record<string, number>;
  /** Seconds until the call may be repeated. */
  readonly retryAfter: number | null;
  /** Guesses left for a one-time code. */
  readonly attemptsLeft: number | null;
  /** Values to insert into the message of the code: `{{priorities}}`. */
  readonly values: Record<string, string>;
  /** The days of a schedule that the error concerns. */
  readonly days: readonly string[];

  constructor(
    code: string,
    details: {
      status?: number;
      requestId?: string | null;
      errors?: Record<string, string[]>;
      limits?: Record<string, number>;
      retryAfter?: number | null;
      attemptsLeft?: number | null;
      values?: Record<string, string>;
      days?: readonly string[];
      cause?: unknown;
    } = {},
  ) {
    super(`${code} (${details.status ?? 0}${details.requestId ? `, request ${details.requestId}` : ''})`, {
      cause: details.cause,
    });
    this.name = 'ApiError';
    this.code = code;
    this.status = details.status ?? 0;
    this.requestId = details.requestId ?? null;
    this.errors = details.errors ?? {};
    this.limits = details.limits ?? {};
    this.retryAfter = details.retryAfter ?? null;
    this.attemptsLeft = details.attemptsLeft ?? null;
    this.values = details.values ?? {};
    this.days = details.days ?? [];
  }
}
