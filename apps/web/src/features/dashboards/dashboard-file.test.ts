import type { Dashboard } from '@stellwerk/contract/dashboard';
import { describe, expect, it } from 'vitest';
import { fileText, readFileText } from './dashboard-file.ts';

const dashboard: Dashboard = {
  id: 7,
  name: 'City <b>',
  tenantId: 3,
  tenantName: 'Town',
  parentDtwinId: 9,
  parentDtwinTitle: 'House',
  isFavourite: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  updatedBy: null,
  abilities: { update: true },
  defaultDateRange: { type: 'relative', amount: 7, unit: 'd', end: 'now' },
  customParameters: [{ name: 'site', label: '', defaultValue: 'west' }],
  refreshSeconds: 60,
  revision: 12,
  widgets: [
    {
      id: 1,
      layoutOrderIdx: 0,
      revision: 4,
      title: 'Line',
      hideHeader: false,
      floatHeader: true,
      borderless: false,
      minHeightPx: 300,
      type: 'chart',
      size: 8,
      options: { chartType: 'line', twinFilter: { dtwinIds: ['{{param.site}}'] } },
    },
  ],
};

describe('a dashboard file', () => {
  it('contains the definition of the dashboard, without references to its installation', () => {
    const read = readFileText(`\ufeff${fileText(dashboard)}`);
    const { id: _id, layoutOrderIdx: _order, revision: _revision, ...widget } = dashboard.widgets[0] ?? {};
    expect(read).toEqual({
      dashboard: {
        name: 'City <b>',
        defaultDateRange: dashboard.defaultDateRange,
        customParameters: dashboard.customParameters,
        refreshSeconds: 60,
        widgets: [widget],
      },
    });
  });

  it.each([
    ['not JSON', 'hello', { problem: 'noJson' }],
    ['something else', '{"panels": []}', { problem: 'otherKind' }],
    ['null', 'null', { problem: 'otherKind' }],
    ['a newer form', '{"kind":"stellwerk-dashboard","version":2,"dashboard":{}}', { problem: 'newer' }],
    [
      'a widget that is too wide',
      '{"kind":"stellwerk-dashboard","version":1,"dashboard":{"name":"a","widgets":[{"type":"chart","size":13}]}}',
      { problem: 'content', path: 'widgets.0.size' },
    ],
  ])('reports %s', (_what, text, problem) => {
    expect(readFileText(text)).toEqual(problem);
  });
});
