import { type IdField, idFields } from '@stellwerk/contract/core/id';
import type { Route } from '@stellwerk/contract/core/route';
import { urlOf } from './server.ts';
import { jsonSpellings, textSpellings } from './spellings.ts';

export const placeKinds = ['path', 'query', 'comma list', 'body', 'nested body', 'list in a body'] as const;
export type PlaceKind = (typeof placeKinds)[number];

/** A place of a request in which a route takes an id. */
export interface Place {
  route: Route;
  part: 'params' | 'query' | 'body';
  kind: PlaceKind;
  field: IdField;
}

function kindOf(part: Place['part'], path: readonly string[]): PlaceKind {
  const isList = path.at(-1) === '*';
  if (part === 'params') return 'path';
  if (part === 'query') return isList ? 'comma list' : 'query';
  return isList ? 'list in a body' : path.length > 1 ? 'nested body' : 'body';
}

export const placesOf = (route: Route): Place[] =>
  (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = route[part];
    return (schema ? idFields(schema) : []).map((field) => ({ route, part, kind: kindOf(part, field.path), field }));
  });

export const nameOf = ({ method, path }: Route) => `${method} ${path}`;

export const describePlace = ({ route, part, field }: Place) =>
  `${nameOf(route)}: a foreign ${field.noun} in ${part}.${field.path.join('.')}`;

export interface Attempt {
  /** The same for every place of a kind, so that attempts can be counted. */
  label: string;
  /** Texts at the place: those of a list or a repeated field one after the other. JSON in bodies. */
  texts: string[];
  /** Does the schema of the id read the text, whatever it thinks of the rest of the request? */
  isRead(): boolean;
}

/** The ways to write an id in a place, except its own spelling as the only value. */
export function attemptsAt({ part, kind, field }: Place, id: number, own: number): Attempt[] {
  const isRead = (text: string) => field.schema.safeParse(part === 'body' ? JSON.parse(text) : text).success;
  const spellings = part === 'body' ? jsonSpellings(id) : textSpellings(id);
  const attemptOf = (label: string, ...texts: string[]) => ({ label, texts, isRead: () => isRead(texts.at(-1) ?? '') });
  const alone = spellings.map((text, index) => attemptOf(`spelling ${index}`, text));
  if (kind === 'query') {
    // A field that is given twice is a list for the parser of the address.
    const repeated = [
      attemptOf('after an own one', `${own}`, `${id}`),
      attemptOf('before an own one', `${id}`, `${own}`),
    ];
    return [...alone, ...repeated.map((attempt) => ({ ...attempt, isRead: () => false }))];
  }
  if (kind !== 'comma list' && kind !== 'list in a body') return alone;
  const after = spellings.map((text, index) => attemptOf(`spelling ${index} after an own one`, `${own}`, text));
  return [...alone, ...after, attemptOf('after an own one', `${own}`, `${id}`)];
}

const mark = '@id';

/** JSON of a value with these JSON texts at the path and nothing else: objects are checked before the rest is validated. */
function jsonAt(path: readonly string[], texts: readonly string[]): string {
  const build = ([head, ...rest]: readonly string[]): unknown => {
    if (head === undefined) return mark;
    if (head !== '*') return { [head]: build(rest) };
    return rest.includes('*') ? [build(rest)] : texts.map(() => build(rest));
  };
  const remaining = [...texts];
  return JSON.stringify(build(path)).replaceAll(JSON.stringify(mark), () => remaining.shift() ?? 'null');
}

/** A request with these texts at a place. */
export function requestAt(
  { route, part, kind, field }: Place,
  params: Record<string, unknown>,
  texts: readonly string[],
) {
  const name = field.path[0] ?? '';
  if (part === 'params')
    return { method: route.method, url: urlOf(route, { params: { ...params, [name]: texts[0] } }) };
  const url = urlOf(route, { params });
  if (part === 'body') {
    const headers = { 'content-type': 'application/json' };
    // JSON as text, so that numbers keep the spelling under test.
    return { method: route.method, url, headers, payload: jsonAt(field.path, texts) };
  }
  const values = kind === 'comma list' ? [texts.join(',')] : texts;
  return {
    method: route.method,
    url: `${url}?${new URLSearchParams(values.map((text): [string, string] => [name, text]))}`,
  };
}
