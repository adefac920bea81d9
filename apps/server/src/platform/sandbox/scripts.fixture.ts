import { createLog } from '../log/log.ts';
import { createSandbox } from './sandbox.ts';
import type { JavaScript, JsonataScript, SandboxLimits, ScriptEntry, ScriptInput } from './script.ts';

export const silentLog = createLog('silent');

export const openSandbox = (limits: Partial<SandboxLimits> = {}, processes = 1) =>
  createSandbox({ log: silentLog, processes, limits });

/** The source is the body of a function of `x`. */
export const body = (source: string): JavaScript => javascript(source, { form: 'body', parameters: ['x'] });

export const javascript = (source: string, entry?: ScriptEntry): JavaScript => ({
  id: source.slice(0, 40),
  kind: 'javascript',
  source,
  entry,
});

export const jsonata = (source: string): JsonataScript => ({ id: source.slice(0, 40), kind: 'jsonata', source });

export const input = (args: Record<string, unknown> = {}, nowMs = 1_700_000_000_000, seed = 1): ScriptInput => ({
  args,
  nowMs,
  seed,
  accountId: 1,
});
