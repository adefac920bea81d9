import type { JsonValue } from '../../platform/history/history.ts';
import type { Script } from '../../platform/sandbox/script.ts';

/** Input of a check. Tuples keep it small, because it is serialised twice. Past values are newest first. */
export type CheckInput = [
  states: { [key: string]: JsonValue },
  lastSeenMs: number | null,
  past: { [key: string]: [atMs: number, value: JsonValue][] } | null,
];

/** Result of a check: 0 ok, 1 a problem without a text, a text, or the reason and line of a failure. */
export type CheckAnswer = 0 | 1 | string | [reason: string, line: number | null];

type Check = (states: unknown, history: unknown, lastSeen: Date | null, now: Date, console: unknown) => unknown;

/** Runs the check for each device. Runs inside the sandbox, so it can't use variables outside its own body. */
function askAll(inputs: CheckInput[], check: Check, log: { debug(place: number): void }): CheckAnswer[] {
  const maxTextLength = 500;
  const isTrial = inputs.length === 1;
  // Logs the position about 90 times, so that the last entry shows where a stopped run was, within the log's limit.
  const step = Math.ceil(inputs.length / 90);
  const ignored = () => {};
  const silent = { debug: ignored, info: ignored, log: ignored, warn: ignored, error: ignored };

  function describe(error: unknown): CheckAnswer {
    try {
      const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      const line = error instanceof Error ? /script\.js:(\d+)/.exec(String(error.stack)) : null;
      return [reason.slice(0, maxTextLength), line ? Number(line[1]) : null];
    } catch {
      return ['The check threw a value that cannot be read', null];
    }
  }

  function ask([states, lastSeenMs, past]: CheckInput): CheckAnswer {
    const now = new Date();
    const nowMs = now.getTime();
    const history = (key: string, minutes: number = Number.POSITIVE_INFINITY) => {
      const points = past && Object.hasOwn(past, key) ? past[key] : undefined;
      if (!points) throw new Error(`history("${key}") needs "${key}" among the state keys of the check`);
      const found = points.filter(([at]) => at > nowMs - minutes * 60_000);
      return found.map(([at, value]) => ({ value, at: new Date(at) }));
    };
    const said = check(states, history, lastSeenMs === null ? null : new Date(lastSeenMs), now, isTrial ? log : silent);
    if (!said) return 0;
    if (typeof said === 'string') return said.slice(0, maxTextLength);
    const isPromise = typeof said === 'object' && typeof (said as { then?: unknown }).then === 'function';
    return isPromise ? ['A check must answer at once, not with a promise', null] : 1;
  }

  return inputs.map((input, index) => {
    if (!isTrial && index % step === 0) log.debug(index);
    try {
      return ask(input);
    } catch (error) {
      return describe(error);
    }
  });
}

/** The check starts in the first line of the script, so that errors report the line that its author sees. */
const wrapped = (check: string) =>
  `const check = function (states, history, lastSeen, now, console) {${check}\n};\nreturn (${askAll.toString()})(inputs, check, console);`;

/** First and last position of the devices among which a run was stopped; undefined if unknown. */
export function stuckAt(logs: readonly { text: string }[], count: number): [number, number] | undefined {
  const mark = logs.at(-1)?.text;
  if (mark === undefined || !/^\d+$/.test(mark) || Number(mark) >= count) return undefined;
  return [Number(mark), Number(mark) + Math.ceil(count / 90)];
}

/** A check with the inputs that its source text mentions. Ambiguous code counts as reading everything. */
export interface CheckScript {
  script: Script;
  /** Keys of states that the check reads; null if it may read any. */
  keys: readonly string[] | null;
  usesHistory: boolean;
  /** Whether the result can change although no value does. */
  dependsOnTime: boolean;
  /** `states` contains the raw packet only for checks that mention it. */
  namesRaw: boolean;
}

/** Code that can read a variable without mentioning its name. */
const isObscure = (check: string) => /\barguments\b|\\u|\beval\b/.test(check);

function keysOf(check: string): string[] | null {
  if (isObscure(check)) return null;
  const keys = new Set<string>();
  for (const { index } of check.matchAll(/\bstates\b/g)) {
    const key = /^states\s*\??\.\s*([A-Za-z_$][\w$]*)/.exec(check.slice(index))?.[1];
    if (key === undefined) return null;
    keys.add(key);
  }
  return [...keys];
}

export function checkScriptOf(check: string): CheckScript {
  const mentions = (words: RegExp) => words.test(check) || isObscure(check);
  return {
    script: {
      id: 'health',
      kind: 'javascript',
      source: wrapped(check),
      entry: { form: 'body', parameters: ['inputs'] },
    },
    keys: keysOf(check),
    usesHistory: mentions(/\bhistory\b/),
    dependsOnTime: mentions(/\b(history|lastSeen|now|Date)\b/),
    namesRaw: check.includes('_raw'),
  };
}

/** The script without a wrapper, to find syntax errors and their lines. */
export const plainScriptOf = (check: string): Script => ({
  id: 'health',
  kind: 'javascript',
  source: check,
  entry: { form: 'body', parameters: ['states', 'history', 'lastSeen', 'now'] },
});
