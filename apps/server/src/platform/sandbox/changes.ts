const builtIns = (
  'Object Function Array Number Boolean String Symbol Date Promise RegExp BigInt JSON Math Map Set WeakMap WeakSet ' +
  'Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError Reflect Iterator Proxy ' +
  'ArrayBuffer DataView Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array BigUint64Array ' +
  'BigInt64Array Uint8ClampedArray Float16Array Float32Array Float64Array Buffer TextEncoder TextDecoder console ' +
  'parseInt parseFloat isFinite isNaN decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape ' +
  'atob btoa'
).split(' ');

// Every repetition is bounded, so that the search takes a time that grows with the length only.
const gap = String.raw`\s{0,20}`;
const globals = String.raw`(?<![\w$.])(?:globalThis|this|self|window|global|root)${gap}\.${gap}`;
const name = `(?:(?<![\\w$.])|(?<=${globals}))(?:${builtIns.join('|')})(?![\\w$])`;
const members = String.raw`(?:${gap}\.${gap}[\w$]{1,60}|${gap}\[[^\]\n]{1,60}\]){1,6}`;
const assignment = String.raw`${gap}(?:[-+*/%&|^?<>]{0,3}=(?![=>])|\+\+|--)`;
const changers = 'defineProperty|defineProperties|deleteProperty|assign|set|setPrototypeOf|extend';
const declared = String.raw`(?<!\b(?:var|let|const|function|class)\s{1,20}[\w$]{1,30})`;

/** Ways to change a built-in. A match too many only costs time; a missed one leaves the built-in frozen. */
const changes = [
  `${name}${members}${assignment}`,
  `\\b(?:${changers})${gap}\\(${gap}(?:${name}|this\\b|globalThis\\b)`,
  `${name}${gap}\\.${gap}(?:prototype|__proto__)(?![\\w$])${gap}(?![\\s.[])`,
  String.raw`[=(,?:|&]${gap}(?:Object|Math|JSON|Reflect|Buffer|console|globalThis)${gap}[,;)|&:?\n]`,
  String.raw`(?:__proto__|constructor${gap}\.${gap}prototype|getPrototypeOf${gap}\([^()]{0,60}\))${members}${assignment}`,
  `${globals}(?:${builtIns.join('|')})${assignment}`,
  `${name}${declared}${gap}=(?![=>])`,
  `\\bdelete\\s{1,20}${name}`,
].map((pattern) => new RegExp(pattern));
const mention = new RegExp(name, 'g');

/** Built-ins that a source reaches without naming them, as in `[].__proto__`. */
const unnamed = ['Object', 'Function', 'Array', 'Number', 'String', 'Date'];

/**
 * The names of the built-ins that a script may change, found in its text. The others stay frozen, so a wrong result
 * affects only whether the script works, never what it leaves behind.
 */
export function changedBuiltIns(source: string): string[] {
  if (!changes.some((pattern) => pattern.test(source))) return [];
  const reached = /__proto__|getPrototypeOf|constructor/.test(source) ? unnamed : [];
  return [...new Set([...(source.match(mention) ?? []), ...reached, 'globalThis'])];
}
