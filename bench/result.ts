import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/steps.ts';
import { describeCommit, describeMachine, type Machine, watchStolen } from './machine.ts';

export type Target = { atLeast: number } | { atMost: number };

export interface Peer {
  name: string;
  /** Null if it could not be measured. */
  value: number | null;
}

export interface Figure {
  /** Title of its table. */
  table: string;
  what: string;
  /** Column, if several variants are measured. */
  of?: string;
  value: number;
  unit: string;
  target?: Target;
  peers?: Peer[];
}

/** Results of one run of a benchmark. */
export interface Result {
  name: string;
  about: string;
  command: string;
  options: Record<string, unknown>;
  date: string;
  commit: string;
  machine: Machine;
  figures: Figure[];
  /** Remarks that readers need, such as a missing peer. */
  notes: string[];
}

export type More = Pick<Figure, 'of' | 'target' | 'peers'>;
export type Add = (what: string, value: number, unit: string, more?: More) => void;

/** Collects the figures of a benchmark. */
export interface Recorder {
  table(name: string): Add;
  note(text: string): void;
  /** A separate result, for benchmarks that can run in parts. */
  part(name: string): Recorder;
}

/** Rounds to whole numbers from 100 on, to three digits below. */
export const rounded = (value: number) => (Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3)));

export function isReached({ value, target }: Figure): boolean {
  if (target === undefined) return true;
  return 'atLeast' in target ? value >= target.atLeast : value <= target.atMost;
}

export type About = Pick<Result, 'name' | 'about' | 'command' | 'options'>;

export function createRecorder(about: About): { recorder: Recorder; results(): Result[] } {
  const shared = { commit: describeCommit(), machine: describeMachine() };
  const stolen = watchStolen();
  const made: Result[] = [];

  function open(name: string): Recorder {
    const result: Result = { ...about, name, date: new Date().toISOString(), ...shared, figures: [], notes: [] };
    made.push(result);
    return {
      table: (table) => (what, value, unit, more) => {
        result.figures.push({ table, what, value: rounded(value), unit, ...more });
        // Prints progress, because a benchmark may take minutes.
        console.error(`  ${table}: ${what}${more?.of ? `, ${more.of}` : ''}  ${rounded(value)} ${unit}`);
      },
      note: (text) => {
        if (!result.notes.includes(text)) result.notes.push(text);
      },
      part: (part) => open(`${name}-${part}`),
    };
  }

  return {
    recorder: open(about.name),
    results() {
      const machine = { ...shared.machine, stolenPercent: stolen() };
      return made.filter(({ figures }) => figures.length > 0).map((result) => ({ ...result, machine }));
    },
  };
}

const folder = join(root, '.cache/bench');

export function saveResult(result: Result): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${result.name}.json`);
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
  return file;
}

/** The last result of each benchmark. */
export function readResults(): Result[] {
  mkdirSync(folder, { recursive: true });
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return files.sort().map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')));
}
