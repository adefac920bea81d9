import { definePort } from '../../platform/feature/port.ts';
import type { Profiles } from './profiles.ts';
import type { SimulatorRunner } from './runner.ts';

export interface Simulator {
  profiles: Profiles;
  /** Also used for senders outside of fleets. */
  runner: Pick<SimulatorRunner, 'run' | 'stop' | 'figures'>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export const simulatorPort = definePort<Simulator>('simulator');
