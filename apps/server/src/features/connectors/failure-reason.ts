import { isErrorCode } from '@stellwerk/contract/errors';
import type { Language } from '@stellwerk/contract/text';
import { ConnectorProblem, type Reason } from '@stellwerk/plugin/connector-server';
import { AppError } from '../../platform/errors/app-error.ts';
import { renderError } from '../../platform/errors/render.ts';

/** Text of a reason in the reader's language. Codes of other versions are shown as they are. */
export function renderReason({ code, params }: Reason, language: Language): { code: string; message: string } {
  const known = isErrorCode(code) ? code : 'INTERNAL_ERROR';
  const { message } = renderError({ code: known, params, issues: [] }, language, '');
  return { code: known, message };
}

/** The reason of a failed connection, without internal details. */
export function reasonOf(error: unknown): Reason {
  if (error instanceof ConnectorProblem) return error.reason;
  if (error instanceof AppError) return { code: error.code, params: error.params };
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const text = error instanceof Error ? error.message : String(error);
  return { code: 'BRIDGE_CONNECTION_FAILED', params: { reason: (code ?? text).slice(0, 300) } };
}
