import type { EffectPorts } from '../../../ingest/apply/ports.ts';
import type { Live } from '../../../platform/live/live.ts';
import { publishPackets } from '../device.events.ts';
import type { DeviceDirectory } from '../directory/directory.ts';
import { startOperation } from './operation.store.ts';

interface ArrivalsDeps {
  directory: Pick<DeviceDirectory, 'device'>;
  live: Pick<Live, 'publish' | 'isHeard'>;
}

/** The effects of arriving packets on their devices. */
export function createArrivals({ directory, live }: ArrivalsDeps): EffectPorts['devices'] {
  /** True for a device in transit, or ready for operation. */
  function isWaiting(twinId: number): boolean {
    const status = directory.device(twinId)?.operationalStatus;
    return status === 1 || status === 2;
  }

  return {
    startOperation: (db, sightings) => startOperation(db, sightings.map(({ twinId }) => twinId).filter(isWaiting)),
    publishPackets: (news) => publishPackets(live, news),
  };
}
