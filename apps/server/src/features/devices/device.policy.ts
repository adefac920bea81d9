import { readsDevices } from '@stellwerk/contract/device';
import type { ScopedGuard } from '../../platform/http/nouns.ts';
import { deviceScopes } from './guard.store.ts';

const deviceGuard: ScopedGuard = {
  noun: 'device',
  notFound: 'VDEVICE_NOT_FOUND',
  seenWith: readsDevices,
  scopesOf: deviceScopes,
};

export const deviceGuards = [deviceGuard];
