import type { SenderSpec } from '@stellwerk/simulator/sender';
import type { FleetRow } from './fleet.store.ts';

/** The devices of a fleet are derived from its row, so none of them is stored. */

export const prefixOf = (fleetId: number) => `fleet-${fleetId}-`;

export const identifierOf = (fleetId: number, index: number): string =>
  prefixOf(fleetId) + String(index + 1).padStart(5, '0');

export const groupIdOf = (fleetId: number) => `fleet/${fleetId}`;

type Fields = Pick<FleetRow, 'id' | 'profile' | 'deviceCount' | 'intervalSeconds' | 'seed' | 'faults'>;

/** The identifier also seeds the packets, so devices with equal seeds differ. */
export const sendersOf = ({ id, profile, deviceCount, intervalSeconds, seed, faults }: Fields): SenderSpec[] =>
  Array.from({ length: deviceCount }, (_, index) => ({
    identifier: identifierOf(id, index),
    profile,
    seed,
    intervalSeconds,
    faults,
  }));
