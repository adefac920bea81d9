import { type AlarmFilter, alarmFilter } from '@stellwerk/contract/alarm';
import { resolveTimeRange, type TimeRangeValue, timeRangeToText } from '../../ui/time/time-range.ts';
import { deviceFilterOf } from '../devices/index.ts';

export interface Narrowing {
  search?: string | undefined;
  filters: Record<string, string[]>;
  range?: TimeRangeValue | undefined;
  /** The account that somebody works in, unless the filter names another. */
  tenantId?: number | undefined;
  /** Only alarms of this one. */
  twinId?: number | undefined;
}

/** A range that ends now has no end: what happens while one looks belongs to it. */
const nowMs = 5_000;

const { deviceId, status, severity, type, categories } = alarmFilter.shape;

/** What the server would refuse is left out: an address can hold anything. */
export function filterOf({ search, filters, range, tenantId, twinId }: Narrowing) {
  const device = deviceFilterOf({ filters: { ...filters, status: filters.operational ?? [] }, tenantId });
  const category = filters.category?.filter((each) => categories.safeParse(each).success).join(',');
  return {
    message: search || undefined,
    deviceId: twinId ?? deviceId.safeParse(filters.device?.[0]).data,
    tenantId: device.tenantId,
    driverId: device.driverId,
    operationalStatus: device.operationalStatus,
    groups: device.groups,
    tags: device.tags,
    categories: category || undefined,
    status: status.safeParse(filters.status?.[0]).data,
    severity: severity.safeParse(filters.severity?.[0]).data,
    type: type.safeParse(filters.type?.[0]).data,
    range: range && timeRangeToText(range),
  };
}
export type AlarmQuestion = ReturnType<typeof filterOf>;

/** As the calls take it. Times are put in last, so that equal questions stay equal while the clock runs. */
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

/** Only what is still open, or everything again; other filters stay as they are. */
export function withOpenOnly(filters: Record<string, string[]>, isOn: boolean): Record<string, string[]> {
  const { status: _, ...others } = filters;
  return isOn ? { ...others, status: openOnly } : others;
}
