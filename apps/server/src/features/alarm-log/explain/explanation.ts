import type { explainAlarm } from '@stellwerk/contract/alarm';
import type { RouteOutput } from '@stellwerk/contract/core/route';

export type Explanation = RouteOutput<typeof explainAlarm>['data'];
export type Step = NonNullable<Explanation['packet']>['states'][number];
export type Around = Explanation['around'][number];
