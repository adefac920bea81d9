import { defineFeature } from '../../platform/feature/define-feature.ts';
import { connectorPacketsPort } from '../connectors/index.ts';
import { listTraffic, recordRefusals } from './traffic.store.ts';

export const feature = defineFeature({
  name: 'packets',
  constants: [connectorPacketsPort.with({ listTraffic, recordRefusals })],
});
