import { isErrorCode } from '@stellwerk/contract/errors';
import type { Language } from '@stellwerk/contract/text';
import { renderError } from '../../platform/errors/render.ts';
import type { StoredFailure } from './flow.table.ts';

/** A stored failure with its text. Kinds of connectors may report codes that this version does not know. */
export function renderFailure({ code, params }: StoredFailure, language: Language): { code: string; message: string } {
  const known = isErrorCode(code) ? code : 'INTERNAL_ERROR';
  return { code: known, message: renderError({ code: known, params, issues: [] }, language, '').message };
}
