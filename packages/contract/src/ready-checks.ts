/** Predefined checks that need no hand-written script. Each is stored as a script and recognised from it. */
export type ReadyCheck =
  | { kind: 'below' | 'above'; key: string; limit: number }
  | { kind: 'equals'; key: string; value: string | number | boolean }
  | { kind: 'silent'; hours: number }
  | { kind: 'unchanged'; key: string; hours: number };

export const readyKinds = ['below', 'above', 'equals', 'silent', 'unchanged'] as const;
export type ReadyKind = (typeof readyKinds)[number];

const isIdentifier = (text: string) => /^[A-Za-z_$][\w$]*$/.test(text);
const stateOf = (key: string) => (isIdentifier(key) ? `states.${key}` : `states[${JSON.stringify(key)}]`);

export function scriptOf(check: ReadyCheck): string {
  switch (check.kind) {
    case 'below':
      return `const value = ${stateOf(check.key)};\nreturn typeof value === 'number' && value < ${check.limit};`;
    case 'above':
      return `const value = ${stateOf(check.key)};\nreturn typeof value === 'number' && value > ${check.limit};`;
    case 'equals':
      return `return ${stateOf(check.key)} === ${JSON.stringify(check.value)};`;
    case 'silent':
      return `return lastSeen !== null && now - lastSeen > ${check.hours} * 3600000;`;
    case 'unchanged':
      return [
        `const past = history(${JSON.stringify(check.key)}, ${check.hours} * 60);`,
        'return past.length > 1 && past.every(({ value }) => value === past[0].value);',
      ].join('\n');
  }
}

const key = String.raw`states(?:\.([\w$]+)|\[("(?:[^"\\]|\\.)*")\])`;
const number = String.raw`(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)`;
const patterns = {
  compared: new RegExp(`^const value = ${key};\\nreturn typeof value === 'number' && value ([<>]) ${number};$`),
  equals: new RegExp(String.raw`^return ${key} === (true|false|${number}|"(?:[^"\\]|\\.)*");$`),
  silent: new RegExp(String.raw`^return lastSeen !== null && now - lastSeen > ${number} \* 3600000;$`),
  unchanged: new RegExp(String.raw`^const past = history\(("(?:[^"\\]|\\.)*"), ${number} \* 60\);\n`),
};

const keyIn = (bare: string | undefined, quoted: string | undefined): string =>
  bare ?? (quoted === undefined ? '' : String(JSON.parse(quoted)));

function guess(script: string): ReadyCheck | undefined {
  const compared = patterns.compared.exec(script);
  if (compared) {
    const [, bare, quoted, sign, limit] = compared;
    return { kind: sign === '<' ? 'below' : 'above', key: keyIn(bare, quoted), limit: Number(limit) };
  }
  const equal = patterns.equals.exec(script);
  if (equal) return { kind: 'equals', key: keyIn(equal[1], equal[2]), value: JSON.parse(equal[3] ?? 'null') };
  const silent = patterns.silent.exec(script);
  if (silent) return { kind: 'silent', hours: Number(silent[1]) };
  const unchanged = patterns.unchanged.exec(script);
  if (unchanged) return { kind: 'unchanged', key: keyIn(undefined, unchanged[1]), hours: Number(unchanged[2]) };
  return undefined;
}

/** Undefined for a hand-written or changed script: only scripts generated in exactly this way are recognised. */
export function checkIn(script: string): ReadyCheck | undefined {
  const found = guess(script);
  return found && scriptOf(found) === script ? found : undefined;
}

/** Keys of the states that a check reads. */
export const keysOf = (check: ReadyCheck): string[] => (check.kind === 'silent' || check.key === '' ? [] : [check.key]);
