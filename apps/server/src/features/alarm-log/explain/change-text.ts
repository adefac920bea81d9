import { fillText, type Language } from '@stellwerk/contract/text';
import type { FoundActivity } from '../../activity/index.ts';
import { type Texts, textsIn } from './texts.ts';

type Noun = keyof Texts['noun'];
type Change = keyof Texts['change'];

/** Groups of route names that describe the same action; the first name in an entry decides. */
const meanings: [noun: Noun, names: string[]][] = [
  ['rule', ['rule']],
  ['state', ['state', 'sourceState']],
  ['device', ['device']],
  ['driver', ['driver', 'ownDriver']],
  ['connector', ['connector', 'connectorChoice']],
  ['twin', ['twin', 'zone']],
];

export interface Subject {
  noun: Noun;
  id: number;
}

export function subjectOf({ objects }: Pick<FoundActivity, 'objects'>): Subject | undefined {
  for (const [noun, names] of meanings) {
    const found = objects.find((object) => names.includes(object.noun));
    if (found) return { noun, id: found.id };
  }
  return undefined;
}

/** All names that an object can have in the log. */
export const namesOf = ({ noun, id }: Subject) =>
  (meanings.find(([known]) => known === noun)?.[1] ?? []).map((name) => ({ noun: name, id }));

type Call = Pick<FoundActivity, 'method' | 'path' | 'details'>;

function changeOf({ method, path, details }: Call): Change {
  const trimmed = path.replace(/\/$/, '');
  if (trimmed.endsWith('/publish')) return 'published';
  if (trimmed.includes('/disabled/')) return details.disabled === false ? 'enabled' : 'disabled';
  if (trimmed.endsWith('/value')) return 'valueSet';
  if (trimmed.endsWith('/downlinks')) return 'downlink';
  if (trimmed.endsWith('/command')) return 'command';
  const isWhole = trimmed.endsWith('}');
  if (method === 'DELETE' && isWhole) return 'deleted';
  // A creating call references the parent, but not yet the created object.
  return method === 'POST' && !isWhole && /\/(rule|state|virtualdevice|digitaltwin|devicedrivers|bridge)$/.test(trimmed)
    ? 'created'
    : 'changed';
}

/** Describes a change in one line. Deleted objects keep the title they had at their deletion. */
export function sayChange(entry: FoundActivity, subject: Subject, title: string | undefined, language: Language) {
  const texts = textsIn(language);
  const known = title ?? (typeof entry.details.title === 'string' ? entry.details.title : `#${subject.id}`);
  return fillText(texts.change[changeOf(entry)], { noun: texts.noun[subject.noun], title: known });
}
