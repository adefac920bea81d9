import { readsDevices } from '@stellwerk/contract/device';
import type { ScopedGuard } from '../../platform/http/nouns.ts';
import { scopesOf } from '../../platform/tenancy/scoped-from.ts';
import { scopedDevices } from './device.view.ts';

const deviceGuard: ScopedGuard = {
  noun: 'device',
  notFound: 'VDEVICE_NOT_FOUND',
  seenWith: readsDevices,
  scopesOf: scopesOf(scopedDevices),
};

export const deviceGuards = [deviceGuard];
