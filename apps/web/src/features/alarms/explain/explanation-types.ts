import type { explainAlarm } from '@stellwerk/contract/alarm';
import type { z } from 'zod';

export type AlarmExplanation = z.output<typeof explainAlarm.response>['data'];
export type RuleEvidence = NonNullable<AlarmExplanation['rule']>;
export type HealthEvidence = NonNullable<AlarmExplanation['health']>;
export type PacketEvidence = NonNullable<AlarmExplanation['packet']>;
export type ValueStep = PacketEvidence['states'][number];
