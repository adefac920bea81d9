import type { Device, DeviceRow } from '@stellwerk/contract/device';
import { type DeviceNews, deviceNews } from '@stellwerk/contract/packet';
import { useQueryClient } from '@tanstack/react-query';
import { useLive } from '../../lib/live.ts';
import { useThrottledCallback } from '../../lib/use-throttled-callback.ts';
import type { TablePage } from '../../ui/table/types.ts';
import { applyDeviceNews } from './apply-device-news.ts';
import { deviceKeys } from './device.queries.ts';

/** What a message does not tell is read again after it, but not once for each of a burst. */
const pageDelayMs = 400;
const listDelayMs = 4_000;

/** The device and its packets as they come. */
export function useLiveDevice(id: number): void {
  const queries = useQueryClient();
  const reload = () => {
    void queries.invalidateQueries({ queryKey: deviceKeys.one(id) });
    void queries.invalidateQueries({ queryKey: deviceKeys.packets(id) });
  };
  const reloadSoon = useThrottledCallback(reload, pageDelayMs);
  useLive(
    `device/${id}`,
    (data) => {
      const news = deviceNews.safeParse(data);
      if (!news.success) return;
      queries.setQueryData<Device>(deviceKeys.one(id), (known) => known && applyDeviceNews(known, news.data));
      reloadSoon();
    },
    reload,
  );
}

/** The same for a row of the list. */
export function useLiveRow(id: number): void {
  const queries = useQueryClient();
  const reloadSoon = useThrottledCallback(
    () => void queries.invalidateQueries({ queryKey: deviceKeys.pages }),
    listDelayMs,
  );
  const take = (news: DeviceNews) => (page: TablePage<DeviceRow> | undefined) =>
    page && { ...page, data: page.data.map((row) => (row.id === id ? applyDeviceNews(row, news) : row)) };
  useLive(`device/${id}`, (data) => {
    const news = deviceNews.safeParse(data);
    if (!news.success) return;
    queries.setQueriesData<TablePage<DeviceRow>>({ queryKey: deviceKeys.pages }, take(news.data));
    reloadSoon();
  });
}
