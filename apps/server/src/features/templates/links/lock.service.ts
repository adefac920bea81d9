import type { TemplateContent } from '@stellwerk/contract/device-template';
import type { TemplateOfDevice } from '@stellwerk/contract/device-template-calls';
import { isSameJson } from '@stellwerk/contract/template-changes';
import type { Db } from '../../../platform/db/db.ts';
import { fail } from '../../../platform/errors/app-error.ts';
import type { Ctx } from '../../../platform/http/ctx.ts';
import { may } from '../../../platform/tenancy/may.ts';
import type { DeviceInput, DeviceLock } from '../../devices/index.ts';
import type { RuleLock } from '../../rules/index.ts';
import type { StateLock } from '../../states/index.ts';
import { type DeviceOfTemplate, findDevicesOfTemplate, findStateIds, findVersionNumber } from '../sync/device.store.ts';
import { usesTemplates } from '../template.policy.ts';
import { type FoundTemplate, findContent, findTemplate } from '../template.store.ts';
import { findLink, findPlacedRule, findPlacedRules, type LinkRecord, linkedDevicesOfDriver } from './link.store.ts';

interface Linked {
  link: LinkRecord;
  template: FoundTemplate;
  /** The content that the device has; undefined before the first synchronisation. */
  content: TemplateContent | undefined;
}

const lower = (text: string) => text.toLowerCase();

async function linkedOf(db: Db, twinId: number): Promise<Linked | undefined> {
  const link = await findLink(db, twinId);
  const template = link && (await findTemplate(db, link.templateId));
  if (!link || !template) return undefined;
  const content = link.version === null ? undefined : await findContent(db, template.id, link.version);
  return { link, template, content };
}

const lacks = (given: readonly string[] | undefined, wanted: readonly string[]) =>
  given !== undefined && wanted.some((each) => !given.includes(each));

/** The first field of a change that the template sets to another value. */
async function lockedField(
  db: Db,
  input: DeviceInput,
  device: DeviceOfTemplate,
  content: TemplateContent,
): Promise<string | undefined> {
  const { connectorId, driverId, driverVersion, icon, tags, groups, keyValue, healthConfig } = input;
  if (connectorId !== undefined && connectorId !== device.connectorId) return 'connector';
  if (driverId !== undefined && driverId !== device.driverId) return 'driver';
  if (driverVersion !== undefined) {
    const pinned = device.driverVersionId === null ? null : await findVersionNumber(db, device.driverVersionId);
    if (driverVersion !== pinned) return 'driverVersion';
  }
  if (icon !== undefined && content.icon !== '' && icon !== content.icon) return 'icon';
  if (lacks(tags, content.tags)) return 'tags';
  if (lacks(groups, content.groups)) return 'groups';
  if (keyValue) {
    const filled = new Set(keyValue.filter(({ value }) => value !== '').map(({ key }) => lower(key)));
    if (content.properties.some(({ key, required }) => required && !filled.has(lower(key)))) return 'properties';
  }
  const own = new Map(healthConfig?.map((entry) => [entry.identifier, entry]));
  const isOther = content.healthConfig.some((entry) => !isSameJson(own.get(entry.identifier), entry));
  return healthConfig && isOther ? 'healthConfig' : undefined;
}

/** Refuses changes at a device that its template would revert. */
const checkDevice: DeviceLock['check'] = async (db, id, input) => {
  const linked = await linkedOf(db, id);
  if (!linked?.content) return;
  const [device] = await findDevicesOfTemplate(db, [id]);
  const field = device && (await lockedField(db, input, device, linked.content));
  if (field) fail('DEVICE_TEMPLATE_FIELD_LOCKED', { field, template: linked.template.title });
};

export const deviceLock: DeviceLock = { check: checkDevice, boundDevices: linkedDevicesOfDriver };

export const stateLock: StateLock = async (db, { twinId, stateId, feedsFromDevice }) => {
  const linked = await linkedOf(db, twinId);
  if (!linked?.content) return;
  const { content, template } = linked;
  // The next synchronisation would delete a new state of the device's own packets.
  if (feedsFromDevice) fail('DEVICE_TEMPLATE_FIELD_LOCKED', { field: 'states', template: template.title });
  const ids = (await findStateIds(db, [twinId])).get(twinId);
  const locked = content.states.find(({ key }) => stateId !== undefined && ids?.get(lower(key)) === stateId);
  if (locked) fail('DEVICE_TEMPLATE_FIELD_LOCKED', { field: locked.title, template: template.title });
};

export const ruleLock: RuleLock = async (db, ruleId) => {
  const placed = await findPlacedRule(db, ruleId);
  if (placed) fail('DEVICE_TEMPLATE_FIELD_LOCKED', { field: 'rules', template: placed.title });
};

/** The template of a device and the parts that it locks. */
export async function templateOfDevice(ctx: Ctx, id: number): Promise<TemplateOfDevice | null> {
  const linked = await linkedOf(ctx.db, id);
  const [device] = await findDevicesOfTemplate(ctx.db, [id]);
  if (!linked || !device) return null;
  const { link, template, content } = linked;
  const keys = (await findStateIds(ctx.db, [id])).get(id);
  const rules = await findPlacedRules(ctx.db, [id]);
  return {
    template: { id: template.id, title: template.title },
    version: link.version,
    state: link.state,
    locked: {
      icon: content !== undefined && content.icon !== '',
      tags: content?.tags ?? [],
      groups: content?.groups ?? [],
      requiredProperties: (content?.properties ?? []).filter(({ required }) => required).map(({ key }) => key),
      stateIds: (content?.states ?? []).flatMap(({ key }) => keys?.get(lower(key)) ?? []),
      ruleIds: rules.map(({ ruleId }) => ruleId),
      healthIdentifiers: (content?.healthConfig ?? []).map(({ identifier }) => identifier),
    },
    abilities: {
      open: may(ctx.actor, usesTemplates, template.scopePath),
      unlink: may(ctx.actor, 'VirtualDevice.write', device.scopePath),
    },
  };
}
