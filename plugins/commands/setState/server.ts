import { defineCommandServer } from '@stellwerk/plugin/command-server';
import { fillContent } from '@stellwerk/plugin/placeholder';
import { manifest } from './manifest.ts';

export const server = defineCommandServer(manifest, () => ({
  // Placeholders in a script would become code, so it gets their values as variables instead.
  fill: ({ stateKey, value = '', script }, lookup) =>
    script?.trim() ? { stateKey, script } : { stateKey, value: fillContent(value, lookup) },

  targetOf: ({ stateKey, value, script }) => `${stateKey} = ${script ? 'ƒ()' : (value ?? '')}`,

  async run({ twin, evaluate }, { stateKey, value = '', script }) {
    return twin.setState(script ? { key: stateKey, value: await evaluate(script) } : { key: stateKey, text: value });
  },
}));
