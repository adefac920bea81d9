import type { WidgetWeb } from '@stellwerk/plugin/widget-web';
import { ApiError, isApiError } from '../../../lib/api.ts';
import { pathOfInput } from './widget-form.ts';

const nestingCodes = ['DASHBOARD_NESTED_CIRCLE', 'DASHBOARD_NESTED_TOO_DEEP'];

/** Moves server errors about one field to that field. */
export function widgetErrorOnField(error: unknown, web: WidgetWeb | undefined): unknown {
  if (!isApiError(error) || (error.issues?.length ?? 0) > 0) return error;
  const { status, code, message, params } = error;
  const nested = nestingCodes.includes(code) ? pathOfInput(web, 'dashboard') : undefined;
  const field = nested ?? (code === 'WIDGET_OPTIONS_INVALID' ? params?.field : undefined);
  if (typeof field !== 'string' || field === '') return error;
  return new ApiError(status, { code, message, params, issues: [{ path: `options.${field}`, code, message }] });
}

export const isSaveConflict = (error: unknown): boolean =>
  isApiError(error) && error.code === 'WIDGET_CHANGED_MEANWHILE';
