import type { SenderSpec } from '@stellwerk/simulator/sender';
import type { FleetRow } from './fleet.store.ts';

/** The devices of a fleet follow from its row, so nothing has to be remembered for each. */

export const prefixOf = (fleetId: number) => `fleet-${fleetId}-`;

export const identifierOf = (fleetId: number, index: number): string =>
  prefixOf(fleetId) + String(index + 1).padStart(5, '0');

export const groupIdOf = (fleetId: number) => `fleet/${fleetId}`;

type Fields = Pick<FleetRow, 'id' | 'profile' | 'deviceCount' | 'intervalSeconds' | 'seed' | 'faults'>;

/** The name goes into the packets as well, so equal seeds still give different devices. */
export const sendersOf = ({ id, profile, deviceCount, intervalSeconds, seed, faults }: Fields): SenderSpec[] =>
  Array.from({ length: deviceCount }, (_, index) => ({
    identifier: identifierOf(id, index),
    profile,
    seed,
    intervalSeconds,
    faults,
  }));
