import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../lib/api.ts';
import { widgetWebs } from '../kinds/all-kinds.ts';
import { isSaveConflict, widgetErrorOnField } from './save-issues.ts';

const failure = (code: string, params: Record<string, string> = {}) =>
  new ApiError(400, { code, message: `about ${code}`, params });

describe('server errors', () => {
  it('appear on the option that they reference', () => {
    const error = failure('WIDGET_OPTIONS_INVALID', { field: 'gauge.max' });
    expect(widgetErrorOnField(error, widgetWebs.get('chart'))).toMatchObject({
      issues: [{ path: 'options.gauge.max', message: 'about WIDGET_OPTIONS_INVALID' }],
    });
  });

  it('about cycles appear on the chosen dashboard', () => {
    const error = failure('DASHBOARD_NESTED_CIRCLE', { name: 'Haus' });
    expect(widgetErrorOnField(error, widgetWebs.get('dashboard'))).toMatchObject({
      issues: [{ path: 'options.dashboard' }],
    });
    expect(widgetErrorOnField(error, widgetWebs.get('chart'))).toBe(error);
  });

  it('stay unchanged if they reference no field, or are not responses', () => {
    const unnamed = failure('WIDGET_OPTIONS_INVALID', { field: '' });
    const fault = new Error('broken');
    expect(widgetErrorOnField(unnamed, undefined)).toBe(unnamed);
    expect(widgetErrorOnField(fault, undefined)).toBe(fault);
  });

  it('distinguish a change by another user from other errors', () => {
    expect(isSaveConflict(failure('WIDGET_CHANGED_MEANWHILE'))).toBe(true);
    expect(isSaveConflict(failure('WIDGET_NOT_FOUND'))).toBe(false);
  });
});
