import { createLog } from '../../apps/server/src/platform/log/log.ts';
import { createSandbox } from '../../apps/server/src/platform/sandbox/sandbox.ts';
import type { Script, ScriptInput, ScriptResult } from '../../apps/server/src/platform/sandbox/script.ts';
import { defineBench } from '../bench.ts';
import { atTheEnd } from '../resources.ts';

const batchSize = 100;

const scripts: Record<string, Script> = {
  'JavaScript parser': {
    id: 'parser',
    kind: 'javascript',
    source: `module.exports = function (payload, meta) {
      const bytes = Buffer.from(payload, 'hex');
      return { temperature: bytes.readInt16BE(0) / 100, humidity: bytes.readUInt8(2), port: meta.lora.fport };
    };`,
    entry: { form: 'module', parameters: ['input', 'meta'] },
  },
  'JSONata transformer': {
    id: 'transformer',
    kind: 'jsonata',
    source: '{ "port": $meta.lora.fport, "length": $length($) / 2 }',
  },
};

const input: ScriptInput = {
  args: { input: '09c42f', meta: { lora: { fport: 2 } } },
  nowMs: 1_700_000_000_000,
  seed: 1,
  accountId: 1,
};
const batch = Array.from({ length: batchSize }, () => input);

function count(results: ScriptResult[]): number {
  for (const result of results) if (!result.ok) throw new Error(`${result.code} ${JSON.stringify(result.params)}`);
  return results.length;
}

/** Repeats the step in this number of concurrent loops. */
async function perSecond(seconds: number, loops: number, step: () => Promise<ScriptResult[]>): Promise<number> {
  const startedMs = performance.now();
  let done = 0;
  const loop = async () => {
    while (performance.now() - startedMs < seconds * 1000) {
      const results = await step();
      done += count(results);
    }
  };
  await Promise.all(Array.from({ length: loops }, loop));
  return (done / (performance.now() - startedMs)) * 1000;
}

export const bench = defineBench({
  about: 'Scripts of users in their sandbox: single calls and batches, with one and with two processes.',
  options: { seconds: { default: 3, about: 'for each figure' } },
  async run({ seconds }, { table }) {
    for (const processes of [1, 2]) {
      const of = `${processes} process${processes === 1 ? '' : 'es'}`;
      const sandbox = createSandbox({ log: createLog('warn'), processes });
      const close = atTheEnd(sandbox.close);
      for (const [name, script] of Object.entries(scripts)) {
        const add = table(name);
        count(await sandbox.runBatch(script, batch));
        const single = async () => [await sandbox.run({ script, ...input })];
        const batched = () => sandbox.runBatch(script, batch);
        add('one call after the other', await perSecond(seconds, 1, single), 'calls/s', { of });
        add(`single calls, ${batchSize} at a time`, await perSecond(seconds, batchSize, single), 'calls/s', { of });
        add(`batches of ${batchSize}, four at a time`, await perSecond(seconds, 4, batched), 'messages/s', { of });
      }
      await close();
    }
  },
});
