import { createLog } from '../../apps/server/src/platform/log/log.ts';
import { createSandbox } from '../../apps/server/src/platform/sandbox/sandbox.ts';
import type { Script, ScriptInput, ScriptResult } from '../../apps/server/src/platform/sandbox/script.ts';

const measureMs = 3000;
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
};
const batch = Array.from({ length: batchSize }, () => input);

function count(results: ScriptResult[]): number {
  for (const result of results) if (!result.ok) throw new Error(`${result.code} ${JSON.stringify(result.params)}`);
  return results.length;
}

/** Repeats the step in so many loops side by side. */
async function perSecond(loops: number, step: () => Promise<ScriptResult[]>): Promise<string> {
  const startedMs = performance.now();
  let done = 0;
  const loop = async () => {
    while (performance.now() - startedMs < measureMs) {
      const results = await step();
      done += count(results);
    }
  };
  await Promise.all(Array.from({ length: loops }, loop));
  return Math.round((done / (performance.now() - startedMs)) * 1000).toLocaleString('en');
}

for (const processes of [1, 2]) {
  const sandbox = createSandbox({ log: createLog('warn'), processes });
  for (const [name, script] of Object.entries(scripts)) {
    count(await sandbox.runBatch(script, batch));
    const single = async () => [await sandbox.run({ script, ...input })];
    console.log(`${name}, ${processes} process(es)`);
    console.log(`  one call after the other        ${await perSecond(1, single)} calls/s`);
    console.log(`  single calls, ${batchSize} at a time      ${await perSecond(batchSize, single)} calls/s`);
    console.log(
      `  batches of ${batchSize}, four at a time   ${await perSecond(4, () => sandbox.runBatch(script, batch))} messages/s`,
    );
  }
  await sandbox.close();
}
