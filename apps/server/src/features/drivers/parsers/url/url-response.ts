const forbiddenNames = new Set(['__proto__', 'constructor', 'prototype']);
const maxDepth = 100;

/** Nesting depth of a JSON text, without recursion, because the text may be hostile. */
function depthOf(text: string): number {
  let [depth, deepest] = [0, 0];
  // Strings are skipped, because brackets in them don't count.
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (token === '[' || token === '{') deepest = Math.max(deepest, ++depth);
    else if (token === ']' || token === '}') depth--;
  }
  return deepest;
}

/** Parses the response of an external parser; undefined if it can't be used. */
export function readAnswer(body: Buffer): { result: unknown } | undefined {
  const text = body.toString('utf8');
  if (depthOf(text) > maxDepth) return undefined;
  try {
    return { result: JSON.parse(text, (name, value) => (forbiddenNames.has(name) ? undefined : value)) };
  } catch {
    return undefined;
  }
}
