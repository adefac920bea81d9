import type { ErrorBody } from '@stellwerk/contract/core/envelope';
import { issueToWire, type WireNames } from '@stellwerk/contract/core/wire';
import { defaultLanguage, isLanguage, type Language } from '@stellwerk/contract/text';
import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import { renderError } from '../errors/render.ts';
import { unavailableOf } from '../errors/unavailable.ts';

/** The first supported language in the header. Quality values are ignored: browsers list the preferred one first. */
export function languageOf(header: string | undefined): Language {
  const wanted = (header ?? '').split(',').map((part) => part.trim().slice(0, 2).toLowerCase());
  return wanted.find(isLanguage) ?? defaultLanguage;
}

function toAppError(error: Error): AppError {
  if (error instanceof AppError) return error;
  if ('code' in error && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new AppError('PAYLOAD_TOO_LARGE', { limitBytes: 'limitBytes' in error ? Number(error.limitBytes) : 0 }, {});
  }
  const unavailable = unavailableOf(error);
  if (unavailable) {
    const internal = `${unavailable.code} ${unavailable.message}`;
    return new AppError('SERVICE_UNAVAILABLE', {}, { cause: error, internal });
  }
  const status = statusOf(error) ?? 500;
  if (status === 429) return new AppError('RATE_LIMITED', { retryAfterSeconds: 60 }, { cause: error });
  if (status === 503) return new AppError('SERVICE_UNAVAILABLE', {}, { cause: error });
  if (status === 404) return new AppError('ROUTE_NOT_FOUND', {}, { cause: error });
  if (status >= 400 && status < 500) return new AppError('VALIDATION_ERROR', {}, { cause: error });
  return new AppError('INTERNAL_ERROR', {}, { cause: error });
}

const statusOf = (error: Error) =>
  'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : undefined;

/** Work aborted because the client has disconnected is not an error. */
const isAbandoned = (error: Error, reply: FastifyReply) =>
  reply.raw.destroyed && [error, error.cause].some((each) => each instanceof Error && each.name === 'AbortError');

interface Failing {
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  requestId: string;
  acceptLanguage: string | undefined;
  isAbandoned?: boolean;
  wire?: WireNames | undefined;
}

interface FailureAnswer {
  status: number;
  headers: Record<string, string>;
  body: ErrorBody;
}

/** The only place that converts an error into a response. */
export function answerFailure(error: Error, { log, requestId, acceptLanguage, ...failing }: Failing): FailureAnswer {
  const failure = toAppError(error);
  const { code, params } = failure;
  if (failing.isAbandoned) log.info({ code: failure.code }, 'request abandoned');
  else if (failure.class === 'bug') log.error({ err: error, code: failure.code }, 'request failed');
  // An unreachable or full database is logged as a warning, so that operators see it at any log level for refusals.
  else
    log[unavailableOf(error) ? 'warn' : 'info']({ code: failure.code, internal: failure.internal }, 'request refused');
  return {
    status: failure.code === 'VALIDATION_ERROR' ? (statusOf(error) ?? failure.status) : failure.status,
    headers: failure.class === 'operational' ? { 'retry-after': '5' } : {},
    body: renderError(
      { code, params, issues: failure.issues.map((issue) => issueToWire(failing.wire, issue)) },
      languageOf(acceptLanguage),
      requestId,
    ),
  };
}

export function handleError(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply): void {
  const { status, headers, body } = answerFailure(error, {
    log: request.log,
    requestId: request.id,
    acceptLanguage: request.headers['accept-language'],
    isAbandoned: isAbandoned(error, reply),
    wire: request.routeOptions.config.wire,
  });
  reply
    .code(status)
    .headers(headers)
    .type('application/json; charset=utf-8')
    .serializer((answer: unknown) => JSON.stringify(answer))
    .send(body);
}
