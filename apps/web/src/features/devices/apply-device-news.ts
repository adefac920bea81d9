import type { Health } from '@stellwerk/contract/device';
import type { DeviceNews } from '@stellwerk/contract/packet';

interface Known {
  lastSeenAt: string | null;
  health: Health;
}

/** A message may be overtaken by an answer that was read later: an older sighting says nothing. */
export function applyDeviceNews<T extends Known>(known: T, { lastSeenAt, health }: DeviceNews): T {
  const isNewer =
    lastSeenAt !== null && (known.lastSeenAt === null || Date.parse(lastSeenAt) > Date.parse(known.lastSeenAt));
  return { ...known, ...(isNewer ? { lastSeenAt } : {}), ...(health ? { health } : {}) };
}
