const forbiddenNames = new Set(['__proto__', 'constructor', 'prototype']);
const maxDepth = 100;

/** How deeply lists and objects are nested in a JSON text, found without recursion: the text may be hostile. */
function depthOf(text: string): number {
  let [depth, deepest] = [0, 0];
  // Strings count as nothing, whatever stands in them.
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (token === '[' || token === '{') deepest = Math.max(deepest, ++depth);
    else if (token === ']' || token === '}') depth--;
  }
  return deepest;
}

/** What a foreign program answered; undefined when it is not what we can work with. */
export function readAnswer(body: Buffer): { result: unknown } | undefined {
  const text = body.toString('utf8');
  if (depthOf(text) > maxDepth) return undefined;
  try {
    return { result: JSON.parse(text, (name, value) => (forbiddenNames.has(name) ? undefined : value)) };
  } catch {
    return undefined;
  }
}
