import type { MarkerRule } from '@stellwerk/contract/widget';
import { defineWidgetServer, type JsonValue, type LocatedTwin, type WidgetTwin } from '@stellwerk/plugin/widget-server';
import type { MapTwin, TwinMapData } from './data.ts';
import { manifest, maxTwins } from './manifest.ts';

/** Columns in addition to those of every marker. */
const columnsOf: Partial<Record<MarkerRule['field'], keyof WidgetTwin>> = {
  description: 'description',
  tenantName: 'tenantName',
  icon: 'icon',
  tags: 'tags',
  address: 'address',
  keyValue: 'keyValue',
};

/** Precision of about 0.1 m, which halves the size. */
const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

/** Value that a rule compares. Several tags are one text, separated by commas. */
function fieldOf(
  { field, key }: MarkerRule,
  twin: LocatedTwin,
  keys: readonly string[],
  parameters: ReadonlyMap<string, string>,
): JsonValue {
  if (field === 'state') return twin.values[keys.indexOf(key)] ?? null;
  if (field === 'keyValue') {
    return twin.keyValue?.find((pair) => pair.key.toLowerCase() === key.toLowerCase())?.value ?? null;
  }
  if (field === 'customParameter') return parameters.get(key) ?? null;
  if (field === 'tags') return twin.tags?.join(', ') ?? null;
  return twin[field] ?? null;
}

export const server = defineWidgetServer(manifest, () => ({
  stateKeys: ({ markerRules, attributes }) =>
    [...markerRules, ...attributes].flatMap(({ field, key }) => (field === 'state' ? [key] : [])),
  isSlow: true,
  async data(ctx, { twinFilter, markerRules }): Promise<TwinMapData> {
    const beside = markerRules.flatMap(({ field }) => columnsOf[field] ?? []);
    const fields = [...new Set<keyof WidgetTwin>(['latitude', 'longitude', 'status', ...beside])];
    const keys = [...new Set(markerRules.flatMap(({ field, key }) => (field === 'state' ? [key] : [])))];
    const [{ twins, total }, unplaced] = await Promise.all([
      ctx.located(twinFilter, maxTwins, { fields, keys }),
      ctx.unplaced(twinFilter),
    ]);
    const located = twins.flatMap((twin): MapTwin[] => {
      const { id, title, longitude, latitude, status = 'unknown' } = twin;
      if (longitude == null || latitude == null) return [];
      const judged = markerRules.map((rule) => fieldOf(rule, twin, keys, ctx.parameters));
      return [[id, title, rounded(longitude), rounded(latitude), status, judged]];
    });
    return { twins: located, total, unplaced };
  },
}));
