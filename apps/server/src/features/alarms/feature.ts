import { readsDevices } from '@stellwerk/contract/device';
import { defineFeature } from '../../platform/feature/define-feature.ts';
import { scopesOf } from '../../platform/tenancy/scoped-from.ts';
import { alarmTopics, createAlarmNotifier } from './alarm.events.ts';
import { scopedAlarms } from './alarm.view.ts';
import { escalationKind } from './escalation.store.ts';
import { createEscalationDelivery } from './escalation-delivery.service.ts';
import { everyMinute } from './minute.job.ts';
import { dropOldAlarms } from './prune.job.ts';

export const feature = defineFeature({
  name: 'alarms',
  create: (context) => ({
    guards: [{ noun: 'alarm', notFound: 'ALARM_NOT_FOUND', seenWith: readsDevices, scopesOf: scopesOf(scopedAlarms) }],
    topics: alarmTopics(context.database.db),
    schedules: [dropOldAlarms, everyMinute],
    deliverers: { [escalationKind]: createEscalationDelivery({ ...context, db: context.database.db }) },
    services: [{ name: 'alarm notifier', stage: 'pipeline', ...createAlarmNotifier(context) }],
  }),
});
