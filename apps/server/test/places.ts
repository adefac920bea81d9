import { type IdField, idFields } from '@stellwerk/contract/core/id';
import type { Route } from '@stellwerk/contract/core/route';
import { toWire } from '@stellwerk/contract/core/wire';
import { urlOf } from './server.ts';
import { jsonSpellings, textSpellings } from './spellings.ts';

export const placeKinds = ['path', 'query', 'comma list', 'body', 'nested body', 'list in a body'] as const;
export type PlaceKind = (typeof placeKinds)[number];

/** A position in a request that takes an id. */
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
  /** Equal for all places of a kind, so that attempts can be counted. */
  label: string;
  /** Texts at the place; several for lists and repeated fields. JSON in bodies. */
  texts: string[];
  /** Whether the schema of the id accepts the text, independent of the rest of the request. */
  isRead(): boolean;
}

/** All ways to write an id at a place, except the plain spelling as the only value. */
export function attemptsAt({ part, kind, field }: Place, id: number, own: number): Attempt[] {
  const isRead = (text: string) => field.schema.safeParse(part === 'body' ? JSON.parse(text) : text).success;
  const spellings = part === 'body' ? jsonSpellings(id) : textSpellings(id);
  const attemptOf = (label: string, ...texts: string[]) => ({ label, texts, isRead: () => isRead(texts.at(-1) ?? '') });
  const alone = spellings.map((text, index) => attemptOf(`spelling ${index}`, text));
  if (kind === 'query') {
    // A repeated field becomes a list in the parsed query.
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

/** JSON with only these texts at the path: objects are checked before the rest is validated. */
function jsonAt({ route, field: { path } }: Place, texts: readonly string[]): string {
  const build = ([head, ...rest]: readonly string[]): unknown => {
    if (head === undefined) return mark;
    if (head !== '*') return { [head]: build(rest) };
    return rest.includes('*') ? [build(rest)] : texts.map(() => build(rest));
  };
  const remaining = [...texts];
  return JSON.stringify(toWire(route, 'body', build(path))).replaceAll(
    JSON.stringify(mark),
    () => remaining.shift() ?? 'null',
  );
}

/** A request with these texts at a place. */
export function requestAt(place: Place, params: Record<string, unknown>, texts: readonly string[]) {
  const { route, part, kind, field } = place;
  const name = field.path[0] ?? '';
  if (part === 'params')
    return { method: route.method, url: urlOf(route, { params: { ...params, [name]: texts[0] } }) };
  const url = urlOf(route, { params });
  if (part === 'body') {
    const headers = { 'content-type': 'application/json' };
    // JSON as text, so that numbers keep the tested spelling.
    return { method: route.method, url, headers, payload: jsonAt(place, texts) };
  }
  const [wireName = name] = Object.keys(toWire(route, 'query', { [name]: '' }) as object);
  const values = kind === 'comma list' ? [texts.join(',')] : texts;
  return {
    method: route.method,
    url: `${url}?${new URLSearchParams(values.map((text): [string, string] => [wireName, text]))}`,
  };
}
