import type { HealthEntry } from '@stellwerk/contract/health';
import { maxClockSkewMs } from '@stellwerk/contract/state';
import type { Db, LazyDb } from '../../platform/db/db.ts';
import type { History, JsonValue } from '../../platform/history/history.ts';
import type { CheckInput, CheckScript } from './check-script.ts';
import type { CheckCall, Checks } from './checks.ts';
import type { HealthSubject } from './ports.ts';
import { readNewest } from './problem.store.ts';

/** `history(…)` gives no more than so many values of a state, the newest ones. */
export const maxPastValues = 300;
/** Read at a time, so that a large batch does not hold all of its past in memory at once. */
const seriesAtOnce = 250;

type Wanted = Pick<CheckScript, 'keys' | 'usesHistory' | 'namesRaw'>;
type State = HealthSubject['states'][number];

interface Question {
  subject: HealthSubject;
  entry: HealthEntry;
  /** The states it looks at, and those whose past it looks at. */
  states: readonly State[];
  past: readonly State[];
}

function statesFor({ keys, namesRaw }: Wanted, states: readonly State[]): readonly State[] {
  if (keys === null) return namesRaw ? states : states.filter(({ key }) => key !== '_raw');
  return states.filter(({ key }) => keys.includes(key));
}

function questionOf(subject: HealthSubject, entry: HealthEntry, wanted: Wanted): Question {
  const states = statesFor(wanted, subject.states);
  const past = wanted.usesHistory ? subject.states.filter(({ key }) => entry.stateKeys.includes(key)) : [];
  return { subject, entry, states, past };
}

type Past = ReadonlyMap<number, [atMs: number, value: JsonValue][]>;

/** Values of the future, from clocks that are wrong, are nobody's past. */
async function readPast(history: History, db: Db, series: readonly number[], now: Date): Promise<Past> {
  const past = new Map<number, [number, JsonValue][]>();
  const latest = now.getTime() + maxClockSkewMs;
  for (let at = 0; at < series.length; at += seriesAtOnce) {
    const found = await history.latest(series.slice(at, at + seriesAtOnce), maxPastValues, db);
    for (const [id, points] of found) {
      const known = points.filter((point) => point.at <= latest);
      past.set(
        id,
        known.map((point) => [point.at, point.value]),
      );
    }
  }
  return past;
}

/** Of the states that the questions are about, those that nobody handed in are read. */
async function readMissing(turn: LazyDb, questions: readonly Question[], given: ReadonlyMap<number, JsonValue>) {
  const missing = new Set<number>();
  for (const { states } of questions) for (const { stateId } of states) if (!given.has(stateId)) missing.add(stateId);
  return missing.size > 0 ? readNewest(await turn, [...missing]) : new Map<number, JsonValue>();
}

function inputOf({ subject, entry, states, past }: Question, values: Values, pastOf: Past | null): CheckInput {
  const known = states.flatMap(({ stateId, key }): [string, JsonValue][] => {
    const value = values(stateId);
    return value === undefined ? [] : [[key, value]];
  });
  const seen = subject.lastSeenAt?.getTime() ?? null;
  if (!pastOf) return [Object.fromEntries(known), seen, null];
  const empty = entry.stateKeys.map((key): [string, [number, JsonValue][]] => [key, []]);
  const found = past.map(({ stateId, key }): [string, [number, JsonValue][]] => [key, pastOf.get(stateId) ?? []]);
  return [Object.fromEntries(known), seen, Object.fromEntries([...empty, ...found])];
}

type Values = (stateId: number) => JsonValue | undefined;

export interface AskOptions {
  history: History;
  checks: Pick<Checks, 'recordOf'>;
  now: Date;
  values: ReadonlyMap<number, JsonValue>;
}

/** What each check of each device is asked with; values and past are read for all of them together, if they must be. */
export async function prepareCalls(turn: LazyDb, subjects: readonly HealthSubject[], options: AskOptions) {
  const { history, checks, now, values: given } = options;
  const questions = subjects.flatMap((subject) =>
    subject.entries.map((entry) => questionOf(subject, entry, checks.recordOf(entry.check))),
  );
  const read = await readMissing(turn, questions, given);
  const values: Values = (stateId) => (given.has(stateId) ? given.get(stateId) : read.get(stateId));
  const series = new Set(questions.flatMap(({ past }) => past.map(({ stateId }) => stateId)));
  const past = series.size > 0 ? await readPast(history, await turn, [...series], now) : new Map();
  return questions.map((question): CheckCall => {
    const { subject, entry } = question;
    const usesHistory = checks.recordOf(entry.check).usesHistory;
    return {
      identifier: entry.identifier,
      check: entry.check,
      twinId: subject.twinId,
      accountId: subject.accountId,
      input: inputOf(question, values, usesHistory ? past : null),
    };
  });
}
