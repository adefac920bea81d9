import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createField, type Field, shards, ticks } from './testing/field.fixture.ts';

const runs = Number(process.env.FAULT_RUNS ?? 1);

/** What holds at any moment: each packet up to the cursor was applied or parked once, in order, and none behind it. */
function check(field: Field): void {
  for (const shard of shards) {
    const { rows, cursor, log } = field.at(shard);
    expect(rows.map(({ seq }) => seq)).toEqual(log.slice(0, cursor).map(({ seq }) => seq));
  }
  expect(field.violations()).toEqual([]);
}

/** Acts, lets the scheduler run for some turns of the event loop, and checks. */
const command = (
  name: string,
  turns: number,
  act: (field: Field) => void | Promise<void>,
): fc.AsyncCommand<object, Field> => ({
  check: () => true,
  async run(_model, field) {
    await act(field);
    await ticks(turns);
    check(field);
  },
  toString: () => `${name}, then ${turns} turns`,
});

const turns = fc.nat(12);
const shard = fc.constantFrom(...shards);
const account = fc.integer({ min: 1, max: 3 });

const sends = fc
  .tuple(shard, account, fc.integer({ min: 1, max: 5 }), turns)
  .map(([to, by, n, t]) => command(`account ${by} sends ${n} to ${to}`, t, (field) => field.append(to, by, n)));

const faults = ['commit', 'interpret', 'take', 'rewind', 'late'] as const;

const commands = fc.commands(
  [
    ...[sends, sends, sends, sends],
    turns.map((t) => command('commits wait', t, (field) => field.hold())),
    turns.map((t) => command('commits go on', t, (field) => field.resume())),
    fc
      .tuple(fc.constantFrom(...faults), turns)
      .map(([fault, t]) => command(`next ${fault}`, t, (field) => field.fail(fault))),
    fc
      .tuple(shard, fc.nat(4), turns)
      .map(([of, n, t]) => command(`another process applies ${n} of ${of}`, t, (field) => field.lose(of, n))),
    fc.tuple(shard, turns).map(([of, t]) => command(`${of} is taken back`, t, (field) => field.gain(of))),
    account.map((id) => command(`account ${id} becomes slow`, 0, (field) => field.slowDown(id))),
    turns.map((t) => command('restart', t, (field) => field.restart())),
  ],
  { maxCommands: 40, size: 'max' },
);

describe('the scheduler', () => {
  it('applies packets once and in order, whatever fails, waits, is slow, or is taken over', { timeout: 600_000 }, () =>
    fc.assert(
      fc.asyncProperty(commands, async (story) => {
        const field = createField();
        await fc.asyncModelRun(() => ({ model: {}, real: field }), story);
        for (const each of shards) field.gain(each);
        field.resume();
        await field.idle();
        check(field);
        // Slow accounts hold up nobody: their packets are parked, all others have been applied or parked with them.
        for (const each of shards) expect(field.at(each).cursor).toBe(field.at(each).log.length);
      }),
      { numRuns: 500 * runs },
    ),
  );
});
