export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** Fields whose values differ between installations. */
const own = /^(id|\w+Id|requestId)$/;
const isTime = (value: Json) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);
const isObject = (value: Json | undefined): value is { [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export interface Compared {
  /** Differences between the response in the guide and the real one. */
  differences: string[];
  /** Sample values of a guide and the real values here: ids that later examples use. */
  learned: Map<string, string>;
}

/** Compares a response with the one in a guide; the guide may omit fields, but not show other ones. */
export function compareAnswer(shown: Json, real: Json | undefined): Compared {
  const differences: string[] = [];
  const learned = new Map<string, string>();
  const walk = (left: Json, right: Json | undefined, path: string, name: string): void => {
    if (Array.isArray(left)) {
      if (!Array.isArray(right) || left.length !== right.length) {
        differences.push(`${path} is not a list of ${left.length}`);
        return;
      }
      for (const [index, item] of left.entries()) walk(item, right[index], `${path}[${index}]`, name);
    } else if (isObject(left)) {
      for (const [key, value] of Object.entries(left)) {
        walk(value, isObject(right) ? right[key] : undefined, `${path}.${key}`, key);
      }
    } else if (own.test(name) && typeof left === typeof right && !isObject(right)) {
      learned.set(String(left), String(right));
    } else if (left !== right && !(isTime(left) && right !== undefined && isTime(right))) {
      differences.push(`${path} is ${JSON.stringify(right)}, not ${JSON.stringify(left)}`);
    }
  };
  walk(shown, real, '', '');
  return { differences, learned };
}
