import { execute, type LoadedScript } from './execute.ts';
import { compileScript, type IsolateOptions, outcomeText } from './isolate.ts';
import type { GroupReply, GroupRequest, Step } from './protocol.ts';
import type { Script } from './script.ts';

interface Entry {
  script: Script;
  /** Absent until the next call compiles the script (again). */
  loaded?: LoadedScript;
  /** The outcome of all calls of a script that does not compile. */
  failure?: string;
  asynchronous: boolean;
  heldBytes: number;
}

export interface LibraryOptions extends IsolateOptions {
  /** Called at the start of each step that has its own time limit. */
  onStep(step: Step): void;
}

/** The scripts of one process, each compiled in its own isolate; the least recently used ones are evicted. */
export function createLibrary(options: LibraryOptions) {
  const { limits, onStep } = options;
  const entries = new Map<string, Entry>();

  function drop(entry: Entry) {
    if (entry.loaded && !entry.loaded.isolate.isDisposed) entry.loaded.isolate.dispose();
    entry.loaded = undefined;
    entry.heldBytes = 0;
  }

  function makeRoom() {
    const held = () => entries.values().reduce((sum, entry) => sum + entry.heldBytes, 0);
    while (entries.size > limits.isolates || (entries.size > 1 && held() > limits.retainedMb * 1024 * 1024)) {
      const [key, entry] = entries.entries().next().value ?? [];
      if (key === undefined || entry === undefined) return;
      drop(entry);
      entries.delete(key);
    }
  }

  function find({ key, script }: GroupRequest): Entry | undefined {
    const entry = entries.get(key) ?? (script && { script, asynchronous: false, heldBytes: 0 });
    if (!entry) return undefined;
    // The last entry of the Map is the most recently used one.
    entries.delete(key);
    entries.set(key, entry);
    makeRoom();
    return entry;
  }

  function load(entry: Entry) {
    if (entry.loaded || entry.failure) return;
    onStep('compile');
    const compiled = compileScript(entry.script, options);
    if (typeof compiled === 'string') entry.failure = compiled;
    else entry.loaded = { ...compiled, asynchronous: entry.asynchronous };
  }

  function repeat(outcome: string, count: number, durationMs: number): GroupReply {
    const outcomes = Array.from({ length: count }, () => outcome).join(',');
    return { outcomes, usage: [[count, durationMs, 0]], slowestMs: durationMs, rest: 'again' };
  }

  return {
    run(request: GroupRequest, untilMs: number): GroupReply {
      const entry = find(request);
      if (!entry) return { outcomes: '', usage: [], rest: 'unknown' };
      const startedMs = performance.now();
      load(entry);
      if (!entry.loaded || request.mode === 'check') {
        return repeat(entry.failure ?? outcomeText({ u: 1 }), request.count, performance.now() - startedMs);
      }
      const inputs = request.inputs.join(',');
      const callLimits = { ...limits, timeoutMs: request.timeoutMs ?? limits.timeoutMs };
      const calls = { ...request, inputs, script: entry.loaded, limits: callLimits, untilMs, onStep };
      const { spoilt, ...reply } = execute(calls);
      entry.asynchronous = entry.loaded.asynchronous;
      entry.heldBytes = reply.usage.at(-1)?.[2] ?? 0;
      if (spoilt) drop(entry);
      return reply;
    },

    isolates: () => entries.values().reduce((count, entry) => count + (entry.loaded ? 1 : 0), 0),
  };
}
