import { defineFeature } from '../../platform/feature/define-feature.ts';
import { alarmTopics, createAlarmNews } from './alarm.events.ts';
import { alarmGuards } from './alarm.policy.ts';

export const feature = defineFeature({
  name: 'alarms',
  create: (context) => ({
    guards: alarmGuards,
    topics: alarmTopics(context.database.db),
    services: [{ name: 'alarm news', stage: 'pipeline', ...createAlarmNews(context) }],
  }),
});
