import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { STATUS_CODES } from 'node:http';
import type { ErrorCode, Problem } from '../../contract/errors.ts';
import { refusalOf } from '../db/constraints.ts';
import { ApiProblem } from '../problem.ts';
import { fieldErrors, isValidationFailure } from './fieldErrors.ts';

/** Error codes for failures that the framework detects. */
const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid',
  FST_ERR_NOT_FOUND: 'not_found',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
};

/** The database is unreachable, shutting down or read-only: SQLSTATE classes 08 and 57P, 25006, and network error codes. */
const unreachable = /^(08...|57P..|53300|25006|ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EPIPE)$/;

/** The disk is full: SQLSTATE `disk_full`, and the file system's error code. */
const full = /^(53100|ENOSPC)$/;

/** SQLSTATE `query_canceled`: the statement timed out. */
const cancelled = '57014';

/** After how many seconds a client should repeat a call that found no database: a failover takes some. */
const retryAfter = 5;

/** Whether a call failed because the disk is full. */
export function isStorageFull(error: Error): boolean {
  if (error instanceof ApiProblem) return error.code === 'storage_full';
  return 'code' in error && full.test(String(error.code));
}

/** An error as one of the catalogue. */
export function toApiProblem(error: FastifyError | Error): ApiProblem {
  if (error instanceof ApiProblem) return error;
  if (isValidationFailure(error)) return new ApiProblem('invalid', fieldErrors(error.validation));
  const code = 'code' in error ? String(error.code) : '';
  const known = frameworkCodes[code];
  if (known) return new ApiProblem(known, {}, { cause: error });
  if (isStorageFull(error)) return new ApiProblem('storage_full', {}, { cause: error });
  if (code === cancelled) return new ApiProblem('took_too_long', {}, { cause: error });
  const refused = refusalOf(error);
  if (refused) return refused;
  const down =
    unreachable.test(code) ||
    /Connection terminated|timeout exceeded when trying to connect|is not queryable/.test(error.message);
  return down
    ? new ApiProblem('backend_unreachable', { retry_after: retryAfter }, { cause: error })
    : new ApiProblem('something_went_wrong', {}, { cause: error });
}

function answer(problem: ApiProblem, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const body: Problem = {
    status: problem.status,
    title: STATUS_CODES[problem.status] ?? 'Error',
    code: problem.code,
    request_id: request.id,
    ...problem.details,
  };
  if (problem.details.retry_after) reply.header('retry-after', problem.details.retry_after);
  if (problem.status === 401)
    reply.header('www-authenticate', typeof request.routeOptions.config.policy === 'object' ? 'Bearer' : 'Token');
  // Serialised here, so that the response does not depend on the schemas of the route.
  return reply
    .code(problem.status)
    .type('application/problem+json; charset=utf-8')
    .serializer((value: Problem) => JSON.stringify(value))
    .send(body);
}

/**
 * The only place that turns errors into responses: `application/problem+json` (RFC 9457) with a code of the catalogue.
 */
export function sendError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = toApiProblem(error);
  if (problem.status >= 500) request.log.error({ err: problem.cause ?? error }, 'request failed');
  return answer(problem, request, reply);
}

/** Handles all errors and unknown paths with `sendError`. */
export function mapErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>(sendError);
  app.setNotFoundHandler((request, reply) => sendError(new ApiProblem('not_found'), request, reply));
}
