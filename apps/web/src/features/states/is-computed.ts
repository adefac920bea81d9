import type { StateSource } from '@stellwerk/contract/state-source';

const computed: readonly StateSource[] = ['aggregate', 'virtual-device-aggregate', 'timeseries-aggregate', 'system'];

/** Nobody can set the value of these by hand. */
export const isComputed = (source: StateSource) => computed.includes(source);
