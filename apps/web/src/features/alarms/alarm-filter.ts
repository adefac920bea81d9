import { type AlarmFilter, alarmFilter } from '@stellwerk/contract/alarm';
import { resolveTimeRange, type TimeRangeValue, timeRangeToText } from '../../ui/time/time-range.ts';
import { deviceFilterOf } from '../devices/index.ts';

export interface AlarmFilterInput {
  search?: string | undefined;
  filters: Record<string, string[]>;
  range?: TimeRangeValue | undefined;
  /** The chosen account, unless the filter contains another. */
  tenantId?: number | undefined;
  /** Only alarms of this twin. */
  twinId?: number | undefined;
  /** Only alarms of this smart group. */
  smartGroupId?: number | undefined;
}

/** A range that ends now has no end, so that new alarms belong to it. */
const nowMs = 5_000;

const { dtwinId, externalId, status, severity, type, categories, causeId } = alarmFilter.shape;

/** Omits values that the server would refuse: an address may contain any text. */
export function filterOf({ search, filters, range, tenantId, twinId, smartGroupId }: AlarmFilterInput) {
  const device = deviceFilterOf({ filters: { ...filters, status: filters.operational ?? [] }, tenantId });
  const category = filters.category?.filter((each) => categories.safeParse(each).success).join(',');
  return {
    message: search || undefined,
    dtwinId: twinId ?? dtwinId.safeParse(filters.device?.[0]).data,
    smartGroupId,
    externalId: externalId.safeParse(filters.externalId?.[0]).data || undefined,
    tenantId: device.tenantId,
    driverId: device.driverId,
    operationalStatus: device.operationalStatus,
    groups: device.groups,
    tags: device.tags,
    categories: category || undefined,
    status: status.safeParse(filters.status?.[0]).data,
    severity: severity.safeParse(filters.severity?.[0]).data,
    type: type.safeParse(filters.type?.[0]).data,
    causeId: causeId.safeParse(filters.cause?.[0]).data,
    range: range && timeRangeToText(range),
  };
}
export type AlarmQuery = ReturnType<typeof filterOf>;

/** The times of a call. They are added last, so that equal queries have equal keys while the clock runs. */
export function spanOf(
  range: TimeRangeValue | undefined,
  atMs: number,
  zone: string,
): Pick<AlarmFilter, 'from' | 'to'> {
  if (!range) return {};
  const { fromMs, toMs } = resolveTimeRange(range, atMs, zone);
  const from = new Date(fromMs).toISOString();
  return toMs < atMs - nowMs ? { from, to: new Date(toMs).toISOString() } : { from };
}

const openOnly = ['unresolved'];
export const isOpenOnly = ({ status: chosen }: Record<string, string[]>) => chosen?.join() === openOnly.join();

/** Shows only open alarms, or all again; other filters stay unchanged. */
export function withOpenOnly(filters: Record<string, string[]>, isOn: boolean): Record<string, string[]> {
  const { status: _, ...others } = filters;
  return isOn ? { ...others, status: openOnly } : others;
}
