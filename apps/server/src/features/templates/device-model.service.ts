import { type TemplateContent, templateContent } from '@stellwerk/contract/device-template';
import type { RuleFields } from '@stellwerk/contract/rule';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import { rawKey } from '../devices/index.ts';
import type { RulePlacements } from '../rules/index.ts';
import { type StateDefinition, statesOfTwins } from '../states/index.ts';
import { findDevicesOfTemplate, findVersionNumber } from './sync/device.store.ts';

const feedsFromDevice = ({ key, config }: StateDefinition) =>
  config.source === 'connector' && config.identifier === '' && key !== rawKey;

function stateOf(state: StateDefinition) {
  const { key, title, unit, icon, valueType, lowerBound, upperBound, transformer, layout } = state;
  const { visualisation, geoLink, validSeconds, config } = state;
  const variable = config.source === 'connector' ? config.variable : key;
  return {
    ...{ key, title, unit, icon, valueType, lowerBound, upperBound, transformer, layout },
    ...{ visualisation, geoLink, validSeconds, variable },
  };
}

/** A rule over other states than those of the template stays with the device. */
function ruleOf(id: number, { metrics, aggregateTrigger, ...rule }: RuleFields, keys: ReadonlyMap<number, string>) {
  const isOwn = aggregateTrigger.length === 0 && metrics.every(({ stateId }) => keys.has(stateId));
  if (!isOwn) return [];
  const named = metrics.map(({ stateId, ...metric }) => ({ ...metric, stateKey: keys.get(stateId) }));
  return [{ ...rule, key: `rule-${id}`, metrics: named }];
}

/** The content of a template that describes devices like this one, without the data of the single device. */
export function createDeviceModel({ placements }: { placements: Pick<RulePlacements, 'fields'> }) {
  return async function contentOf({ db }: Ctx, deviceId: number, accountId: number): Promise<TemplateContent> {
    const [device] = await findDevicesOfTemplate(db, [deviceId]);
    if (!device) return fail('VDEVICE_NOT_FOUND');
    if (device.accountId !== accountId) fail('DEVICE_TEMPLATE_OTHER_ACCOUNT');
    const { connectorId, driverId, driverVersionId, icon, tags, groups, healthConfig } = device;
    if (driverId === null) return fail('VDEVICE_NO_DRIVER');
    const states = (await statesOfTwins(db, [deviceId])).filter(feedsFromDevice);
    const keys = new Map(states.map(({ id, key }) => [id, key]));
    const rules = await placements.fields(db, deviceId);
    const driverVersion = driverVersionId === null ? null : await findVersionNumber(db, driverVersionId);
    return templateContent.parse({
      ...{ connectorId, driverId, icon, tags, groups, healthConfig },
      driverVersion: driverVersion ?? null,
      properties: device.keyValue.map(({ key }) => ({ key })),
      states: states.map(stateOf),
      rules: rules.flatMap(({ id, fields }) => ruleOf(id, fields, keys)),
    });
  };
}
export type DeviceModel = ReturnType<typeof createDeviceModel>;
