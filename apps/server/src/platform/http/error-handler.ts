import { defaultLanguage, isLanguage, type Language } from '@stellwerk/contract/text';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import { renderError } from '../errors/render.ts';

/** The first language of the header that we speak. Quality values are ignored: browsers list the favourite first. */
export function languageOf(header: string | undefined): Language {
  const wanted = (header ?? '').split(',').map((part) => part.trim().slice(0, 2).toLowerCase());
  return wanted.find(isLanguage) ?? defaultLanguage;
}

function toAppError(error: FastifyError | AppError): AppError {
  if (error instanceof AppError) return error;
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new AppError('PAYLOAD_TOO_LARGE', { limitBytes: 'limitBytes' in error ? Number(error.limitBytes) : 0 }, {});
  }
  const status = error.statusCode ?? 500;
  if (status === 429) return new AppError('RATE_LIMITED', { retryAfterSeconds: 60 }, { cause: error });
  if (status === 503) return new AppError('SERVICE_UNAVAILABLE', {}, { cause: error });
  if (status === 404) return new AppError('ROUTE_NOT_FOUND', {}, { cause: error });
  if (status >= 400 && status < 500) return new AppError('VALIDATION_ERROR', {}, { cause: error });
  return new AppError('INTERNAL_ERROR', {}, { cause: error });
}

/** Work that was given up because nobody waits for it any more is no fault. */
const isAbandoned = (error: Error, reply: FastifyReply) =>
  reply.raw.destroyed && [error, error.cause].some((each) => each instanceof Error && each.name === 'AbortError');

/** The one place where an error becomes an answer. */
export function handleError(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply): void {
  const failure = toAppError(error);
  if (isAbandoned(error, reply)) request.log.info({ code: failure.code }, 'request abandoned');
  else if (failure.class === 'bug') request.log.error({ err: error, code: failure.code }, 'request failed');
  else request.log.info({ code: failure.code, internal: failure.internal }, 'request refused');
  const status =
    failure.code === 'VALIDATION_ERROR' && 'statusCode' in error ? (error.statusCode ?? 400) : failure.status;
  if (failure.class === 'operational') reply.header('retry-after', '5');
  reply
    .code(status)
    .type('application/json; charset=utf-8')
    .serializer((body: unknown) => JSON.stringify(body))
    .send(renderError(failure, languageOf(request.headers['accept-language']), request.id));
}
