import type { HealthEntry } from '@stellwerk/contract/health';
import { maxClockSkewMs } from '@stellwerk/contract/state';
import type { Db, LazyDb } from '../../platform/db/db.ts';
import type { History, JsonValue } from '../../platform/history/history.ts';
import type { CheckInput, CheckScript } from './check-script.ts';
import type { CheckCall, Checks } from './checks.ts';
import type { HealthSubject } from './ports.ts';
import { readNewestValues } from './problem.store.ts';

/** Maximum of values that `history(…)` returns, newest first. */
const maxPastValues = 300;
/** Number of series read at a time, to limit memory in large batches. */
const seriesAtOnce = 250;

type Wanted = Pick<CheckScript, 'keys' | 'usesHistory' | 'namesRaw'>;
type State = HealthSubject['states'][number];

interface Question {
  subject: HealthSubject;
  entry: HealthEntry;
  /** States that the check reads, and states whose history it reads. */
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

/** Ignores values in the future, which devices with wrong clocks send. */
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

/** Reads the newest values that the caller did not pass. */
async function readMissing(turn: LazyDb, questions: readonly Question[], given: ReadonlyMap<number, JsonValue>) {
  const missing = new Set<number>();
  for (const { states } of questions) for (const { stateId } of states) if (!given.has(stateId)) missing.add(stateId);
  return missing.size > 0 ? readNewestValues(await turn, [...missing]) : new Map<number, JsonValue>();
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

interface AskOptions {
  history: History;
  checks: Pick<Checks, 'recordOf'>;
  now: Date;
  values: ReadonlyMap<number, JsonValue>;
}

/** Prepares the inputs of all checks; reads values and history for all devices together, if they are needed. */
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
