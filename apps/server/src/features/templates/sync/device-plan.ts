import type { TemplateContent, TemplateState } from '@stellwerk/contract/device-template';
import type { ErrorCode } from '@stellwerk/contract/errors';
import type { RuleFields } from '@stellwerk/contract/rule';
import { isSameJson } from '@stellwerk/contract/template-changes';
import { type DeviceConfiguration, rawKey } from '../../devices/index.ts';
import type { StateDefinition } from '../../states/index.ts';
import type { DeviceOfTemplate } from './device.store.ts';

/** What a template changes on a device. Pure, so that a preview and the synchronisation can't differ. */
export interface DevicePlan {
  configuration: DeviceConfiguration;
  added: TemplateState[];
  changed: { id: number; state: TemplateState }[];
  removed: StateDefinition[];
}

export interface Refusal {
  code: ErrorCode;
  params: Record<string, string | number>;
}

interface Target {
  content: TemplateContent;
  /** The id of the driver version that the content names; null follows the newest. */
  driverVersionId: number | null;
}

const lower = (text: string) => text.toLowerCase();

/** The state takes values of the device's own packets; `_raw` always stays. */
const feedsFromDevice = ({ key, config }: Pick<StateDefinition, 'key' | 'config'>): boolean =>
  config.source === 'connector' && config.identifier === '' && key !== rawKey;

/** States that linking or synchronising deletes, with their values. */
export const statesToRemove = (states: readonly StateDefinition[], { states: wanted }: TemplateContent) => {
  const keys = new Set(wanted.map(({ key }) => lower(key)));
  return states.filter((state) => feedsFromDevice(state) && !keys.has(lower(state.key)));
};

export function stateRowOf({ variable, key, ...fields }: TemplateState) {
  return {
    ...fields,
    key,
    source: 'connector' as const,
    config: { source: 'connector' as const, identifier: '', variable },
  };
}

const isAsWanted = (state: StateDefinition, wanted: TemplateState): boolean => {
  const { key: _key, ...row } = stateRowOf(wanted);
  return Object.entries(row).every(([name, value]) => {
    const present: unknown = state[name as keyof StateDefinition];
    return name === 'config'
      ? state.config.source === 'connector' && state.config.variable === wanted.variable
      : isSameJson(present, value);
  });
};

/** Tags and groups that the version before set and this one doesn't are removed, all others of the device stay. */
function merged(present: readonly string[], before: readonly string[], after: readonly string[]): string[] {
  const dropped = new Set(before.filter((each) => !after.includes(each)));
  return [...new Set([...present.filter((each) => !dropped.has(each)), ...after])];
}

function propertiesFor(present: DeviceOfTemplate['keyValue'], { properties }: TemplateContent) {
  const result = present.map((each) => ({ ...each }));
  for (const { key, defaultValue } of properties) {
    if (!result.some((each) => lower(each.key) === lower(key))) result.push({ key, value: defaultValue });
  }
  return result;
}

export function planFor(
  device: DeviceOfTemplate,
  states: readonly StateDefinition[],
  { content, driverVersionId }: Target,
  before: TemplateContent | undefined,
): DevicePlan | Refusal {
  const keyValue = propertiesFor(device.keyValue, content);
  const empty = content.properties.find(
    ({ key, required }) => required && !keyValue.some((each) => lower(each.key) === lower(key) && each.value !== ''),
  );
  if (empty) return { code: 'DEVICE_TEMPLATE_PROPERTY_EMPTY', params: { key: empty.key } };
  const byKey = new Map(states.map((state) => [lower(state.key), state]));
  const taken = content.states.find(({ key }) => {
    const state = byKey.get(lower(key));
    return state !== undefined && !feedsFromDevice(state);
  });
  if (taken) return { code: 'DEVICE_TEMPLATE_STATE_TAKEN', params: { key: taken.key } };
  const ownChecks = new Set(
    [...(before?.healthConfig ?? []), ...content.healthConfig].map(({ identifier }) => identifier),
  );
  const wanted = {
    driverId: content.driverId,
    driverVersionId,
    groups: merged(device.groups, before?.groups ?? [], content.groups),
    healthConfig: [
      ...device.healthConfig.filter(({ identifier }) => !ownChecks.has(identifier)),
      ...content.healthConfig,
    ],
  };
  const { driverId, groups, healthConfig } = device;
  const present = { driverId, driverVersionId: device.driverVersionId, groups, healthConfig };
  const tags = merged(device.tags, before?.tags ?? [], content.tags);
  const icon = content.icon === '' ? device.icon : content.icon;
  const twin = {
    ...(icon === device.icon ? {} : { icon }),
    ...(isSameJson(tags, device.tags) ? {} : { tags }),
    ...(isSameJson(keyValue, device.keyValue) ? {} : { keyValue }),
  };
  return {
    configuration: {
      twinId: device.id,
      ...(isSameJson(wanted, present) ? {} : { device: wanted }),
      ...(Object.keys(twin).length > 0 ? { twin } : {}),
    },
    added: content.states.filter(({ key }) => !byKey.has(lower(key))),
    changed: content.states.flatMap((state) => {
      const found = byKey.get(lower(state.key));
      return found && !isAsWanted(found, state) ? [{ id: found.id, state }] : [];
    }),
    removed: statesToRemove(states, content),
  };
}

/** The rule of the template with the states of a device; the key of the first missing state otherwise. */
export function ruleFor(
  { key: _key, metrics, ...rule }: TemplateContent['rules'][number],
  stateIds: ReadonlyMap<string, number>,
): RuleFields | { missing: string } {
  const missing = metrics.find(({ stateKey }) => !stateIds.has(lower(stateKey)));
  if (missing) return { missing: missing.stateKey };
  return {
    ...rule,
    metrics: metrics.map(({ stateKey, ...metric }) => ({ ...metric, stateId: stateIds.get(lower(stateKey)) ?? 0 })),
    aggregateTrigger: [],
  };
}
