import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../lib/api.ts';
import { widgetWebs } from '../kinds/all-kinds.ts';
import { isChangedMeanwhile, onItsField } from './save-issues.ts';

const failure = (code: string, params: Record<string, string> = {}) =>
  new ApiError(400, { code, message: `about ${code}`, params });

describe('complaints of the server', () => {
  it('stand on the option that they name', () => {
    const error = failure('WIDGET_OPTIONS_INVALID', { field: 'gauge.max' });
    expect(onItsField(error, widgetWebs.get('chart'))).toMatchObject({
      issues: [{ path: 'options.gauge.max', message: 'about WIDGET_OPTIONS_INVALID' }],
    });
  });

  it('about circles stand on the dashboard that was chosen', () => {
    const error = failure('DASHBOARD_NESTED_CIRCLE', { name: 'Haus' });
    expect(onItsField(error, widgetWebs.get('dashboard'))).toMatchObject({ issues: [{ path: 'options.dashboard' }] });
    expect(onItsField(error, widgetWebs.get('chart'))).toBe(error);
  });

  it('stay what they are where they name nothing, or are no answers at all', () => {
    const unnamed = failure('WIDGET_OPTIONS_INVALID', { field: '' });
    const fault = new Error('broken');
    expect(onItsField(unnamed, undefined)).toBe(unnamed);
    expect(onItsField(fault, undefined)).toBe(fault);
  });

  it('tell a change by somebody else from the rest', () => {
    expect(isChangedMeanwhile(failure('WIDGET_CHANGED_MEANWHILE'))).toBe(true);
    expect(isChangedMeanwhile(failure('WIDGET_NOT_FOUND'))).toBe(false);
  });
});
