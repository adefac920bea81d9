import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/steps.ts';
import { describeCommit, describeMachine, type Machine, watchStolen } from './machine.ts';

export type Target = { atLeast: number } | { atMost: number };

export interface Peer {
  name: string;
  /** Null: it could not be had. */
  value: number | null;
}

export interface Figure {
  /** The table that it stands in. */
  table: string;
  what: string;
  /** The column, where the same is measured of several. */
  of?: string;
  value: number;
  unit: string;
  target?: Target;
  peers?: Peer[];
}

/** What one run of a bench measured. */
export interface Result {
  name: string;
  about: string;
  command: string;
  options: Record<string, unknown>;
  date: string;
  commit: string;
  machine: Machine;
  figures: Figure[];
  /** What a reader must know to understand the figures, such as a peer that could not be had. */
  notes: string[];
}

export type More = Pick<Figure, 'of' | 'target' | 'peers'>;
export type Add = (what: string, value: number, unit: string, more?: More) => void;

/** Where a bench puts its figures. */
export interface Recorder {
  table(name: string): Add;
  note(text: string): void;
  /** A result of its own, for a bench that can be run in parts. */
  part(name: string): Recorder;
}

/** As exact as anybody needs: whole numbers from 100 on, three digits below. */
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
        // Somebody watches: a bench may take minutes.
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

/** The last result of each bench. */
export function readResults(): Result[] {
  mkdirSync(folder, { recursive: true });
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return files.sort().map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')));
}
