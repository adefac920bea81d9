import { readsDevices } from '@stellwerk/contract/device';
import type { ScopedGuard } from '../../platform/http/nouns.ts';
import { alarmScopes } from './guard.store.ts';

const alarmGuard: ScopedGuard = {
  noun: 'alarm',
  notFound: 'ALARM_NOT_FOUND',
  seenWith: readsDevices,
  scopesOf: alarmScopes,
};

export const alarmGuards = [alarmGuard];
