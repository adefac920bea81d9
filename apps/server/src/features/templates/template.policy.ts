import { anyOf } from '@stellwerk/contract/core/permission';
import { readsDevices } from '@stellwerk/contract/device';
import { readsTemplates } from '@stellwerk/contract/device-template';
import type { ScopedGuard, SeenGuard } from '../../platform/http/nouns.ts';
import { scopedFrom, scopesOf, visibleIds } from '../../platform/tenancy/scoped-from.ts';
import { scopedDevices } from '../devices/index.ts';
import { scopedTemplates } from './template.view.ts';

const templateGuard: ScopedGuard = {
  noun: 'deviceTemplate',
  notFound: 'DEVICE_TEMPLATE_NOT_FOUND',
  seenWith: readsTemplates,
  scopesOf: scopesOf(scopedTemplates),
};

/** Users who change devices of the account may use its templates for them. */
export const usesTemplates = anyOf(readsTemplates, 'VirtualDevice.write');

const seenTemplateGuard: SeenGuard = {
  noun: 'seenDeviceTemplate',
  notFound: 'DEVICE_TEMPLATE_NOT_FOUND',
  seenBy: (db, actor, ids) => visibleIds(db, scopedFrom(scopedTemplates, actor, usesTemplates), ids),
};

/** A device as a model: reading it is enough. */
const seenDeviceGuard: SeenGuard = {
  noun: 'seenDevice',
  notFound: 'VDEVICE_NOT_FOUND',
  seenBy: (db, actor, ids) => visibleIds(db, scopedFrom(scopedDevices, actor, readsDevices), ids),
};

export const templateGuards = [templateGuard, seenTemplateGuard, seenDeviceGuard];
