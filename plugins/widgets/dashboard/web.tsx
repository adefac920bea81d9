import { hasPlaceholder } from '@stellwerk/plugin/placeholder';
import { defineWidgetWeb, type Picture } from '@stellwerk/plugin/widget-web';
import { LayoutDashboard } from 'lucide-react';
import type { NestedData } from './data.ts';
import { manifest } from './manifest.ts';
import { filledParameters } from './parameters.ts';

export const web = defineWidgetWeb<typeof manifest.options, NestedData>(manifest, {
  icon: LayoutDashboard,
  order: 50,
  draws: 'dashboard',
  start: { size: 12, minHeightPx: 400 },
  tabs: [
    {
      id: 'dashboard',
      fields: [
        { name: 'dashboard', input: 'dashboard' },
        { name: 'parameters', input: 'namedTexts' },
        { name: 'navigation' },
      ],
    },
  ],
  picture({ options, data, parameters }): Picture {
    if (options.dashboard === '') return { is: 'note', key: 'note.notChosen' };
    if (data.dashboard) {
      const { navigation } = options;
      const filled = Object.fromEntries(filledParameters(options.parameters, parameters));
      return { is: 'dashboard', dashboardId: data.dashboard.id, parameters: filled, navigation };
    }
    return { is: 'note', key: hasPlaceholder(options.dashboard) ? 'note.noParameter' : 'note.gone' };
  },
  // The inner widgets subscribe themselves.
  listensTo: () => [],
  update: (_options, data) => data,
});
