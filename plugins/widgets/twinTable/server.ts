import type { AttributeField } from '@stellwerk/contract/widget';
import { defineWidgetServer, type WidgetTwin } from '@stellwerk/plugin/widget-server';
import type { TwinTableData } from './data.ts';
import { manifest, maxRows } from './manifest.ts';

/** Fields of a twin that an attribute needs; states and parameters are read separately. */
const fieldsOf: Record<AttributeField, readonly (keyof WidgetTwin)[]> = {
  id: [],
  title: [],
  description: ['description'],
  tenantName: ['tenantName'],
  icon: ['icon', 'type'],
  tags: ['tags'],
  address: ['address'],
  status: ['status'],
  state: [],
  keyValue: ['keyValue'],
  customParameter: [],
};

export const server = defineWidgetServer(manifest, () => ({
  stateKeys: ({ attributes }) => attributes.flatMap(({ field, key }) => (field === 'state' ? [key] : [])),
  isSlow: true,
  async data(ctx, { twinFilter, attributes }): Promise<TwinTableData> {
    const fields = [...new Set(attributes.flatMap(({ field }) => fieldsOf[field]))];
    const keys = [...new Set(attributes.flatMap(({ field, key }) => (field === 'state' ? [key] : [])))];
    const { twins, total } = await ctx.twins(twinFilter, maxRows, fields);
    const states =
      keys.length === 0
        ? []
        : await ctx.states(
            twins.map(({ id }) => id),
            keys,
          );
    const statesOf = Map.groupBy(states, ({ dtwinId }) => dtwinId);
    const shownPairs = new Set(
      attributes.flatMap(({ field, key }) => (field === 'keyValue' ? [key.toLowerCase()] : [])),
    );
    const rows = twins.map((twin) => ({
      twin: {
        ...twin,
        ...(twin.keyValue ? { keyValue: twin.keyValue.filter(({ key }) => shownPairs.has(key.toLowerCase())) } : {}),
      },
      states: (statesOf.get(twin.id) ?? []).map(({ id, key, unit, value, timestamp, status }) => ({
        id,
        key,
        unit,
        value,
        timestamp,
        status,
      })),
    }));
    const stateTitles = keys.flatMap((key) => {
      const named = states.find((state) => state.key.toLowerCase() === key.toLowerCase());
      return named ? [{ key, title: named.title }] : [];
    });
    return { rows, total, stateTitles };
  },
}));
