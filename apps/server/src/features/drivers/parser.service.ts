import type { Parser, TargetVariable } from '@stellwerk/contract/driver';
import type { HealthEntry } from '@stellwerk/contract/health';
import type { Parsed, ParserInput, Parsers } from '../../ingest/ports.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/db/db.ts';
import { createBreaker } from './parsers/circuit-breaker.ts';
import type { ParserTools, Parsing, Run } from './parsers/kind.ts';
import { prepareParser } from './parsers/kinds.ts';
import { rejected } from './parsers/sandbox-result.ts';
import { findHealth, findPublished } from './version.store.ts';

interface ParserDeps extends ParserTools {
  database: Pick<Database, 'db'>;
  clock: Clock;
}

export interface DriverParsers extends Parsers {
  /** Runs an unpublished parser; nothing is cached. */
  parseWith(parser: Parser, variables: readonly TargetVariable[], inputs: readonly ParserInput[]): Promise<Parsing[]>;
  healthOf(versionIds: readonly number[]): Promise<Map<number, HealthEntry[]>>;
}

const maxPrepared = 5_000;
/** Maximum number of hung calls when a draft is tried. Few, because its author waits for the result. */
const maxHungDrafts = 3;

const paused = (ms: number) => rejected('PARSER_PAUSED', { seconds: Math.ceil(ms / 1_000) });

export function createParsers(deps: ParserDeps): DriverParsers {
  const breaker = createBreaker(deps);
  // Published versions are immutable, so prepared parsers can be cached.
  const prepared = new Map<number, Promise<Run | undefined>>();

  async function prepare(versionId: number): Promise<Run | undefined> {
    const version = await findPublished(deps.database.db, versionId);
    return version && prepareParser(version.parser, version.variables, deps);
  }

  function runOf(versionId: number): Promise<Run | undefined> {
    const known = prepared.get(versionId);
    if (known) return known;
    const [oldest] = prepared.keys();
    if (prepared.size >= maxPrepared && oldest !== undefined) prepared.delete(oldest);
    const run = prepare(versionId);
    prepared.set(versionId, run);
    const forget = () => prepared.delete(versionId);
    // A missing version may be published any moment, so its absence is not cached.
    run.then((found) => found ?? forget(), forget);
    return run;
  }

  async function runGuarded(key: string, run: Run, inputs: readonly ParserInput[]): Promise<Parsed[]> {
    const pausedMs = breaker.pausedMs(key);
    if (pausedMs > 0) return inputs.map(() => paused(pausedMs));
    const parsings = await run(inputs, { maxHung: breaker.tries(key) });
    let [hung, fine] = [0, 0];
    for (const parsing of parsings) {
      if (parsing?.isHung) hung += 1;
      else if (parsing) fine += 1;
    }
    breaker.note(key, { hung, fine, givenUp: inputs.length - hung - fine });
    const rest = paused(breaker.pausedMs(key));
    return inputs.map((_, index) => parsings[index]?.parsed ?? rest);
  }

  return {
    /** Accounts may share a driver, but the messages of one must not stop it for the others. */
    async parse(versionId, inputs) {
      const run = await runOf(versionId);
      if (!run) return inputs.map(() => rejected('DEVICEDRIVER_NOT_FOUND'));
      const results: Parsed[] = [];
      const byAccount = Map.groupBy(inputs.keys(), (place) => inputs[place]?.accountId);
      await Promise.all(
        [...byAccount].map(async ([accountId, places]) => {
          const own = places.flatMap((place) => inputs[place] ?? []);
          const parsed = await runGuarded(`${versionId} ${accountId}`, run, own);
          for (const [index, place] of places.entries()) {
            const result = parsed[index];
            if (result) results[place] = result;
          }
        }),
      );
      return results;
    },

    async parseWith(parser, variables, inputs) {
      const run = await prepareParser(parser, variables, deps);
      const parsings = await run(inputs, { maxHung: maxHungDrafts });
      // Inputs that were not tried get the failure of the last hung one.
      const hung = parsings.findLast((parsing) => parsing?.isHung);
      const untried = hung?.parsed ?? rejected('PARSER_RESULT_INVALID');
      return inputs.map((_, index) => parsings[index] ?? { parsed: { ...untried } });
    },

    healthOf: (versionIds) => findHealth(deps.database.db, versionIds),
  };
}
