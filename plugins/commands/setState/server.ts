import { defineCommandServer } from '@stellwerk/plugin/command-server';
import { fillContent } from '@stellwerk/plugin/placeholder';
import { manifest } from './manifest.ts';

export const server = defineCommandServer(manifest, () => ({
  fill: ({ stateKey, value }, lookup) => ({ stateKey, value: fillContent(value, lookup) }),

  targetOf: ({ stateKey, value }) => `${stateKey} = ${value}`,

  run: ({ twin }, { stateKey, value }) => twin.setState({ key: stateKey, text: value }),
}));
