import { describe, expect, it } from 'vitest';
import { ConnectorProblem, type Reason } from './connector-server.ts';
import { createSharedListener } from './shared-listener.ts';

function create() {
  let openings = 0;
  let closings = 0;
  let problem: ConnectorProblem | undefined;
  const shared = createSharedListener<string>(async () => {
    openings += 1;
    if (problem) throw problem;
    return {
      async close() {
        closings += 1;
      },
    };
  });
  const reasons: (Reason | undefined)[] = [];
  const join = (id: number) =>
    shared.join(
      {
        connector: { id, accountId: 1, name: '', createdAt: new Date(0) },
        setState: (_state, reason) => void reasons.push(reason),
      },
      `member ${id}`,
    );
  return {
    shared,
    join,
    reasons,
    counts: () => [openings, closings],
    fail(next: ConnectorProblem | undefined) {
      problem = next;
    },
  };
}

describe('a shared listener', () => {
  it('opens once, when all connectors are known', async () => {
    const { shared, join, counts } = create();
    await join(1);
    await join(2);
    expect(counts()).toEqual([0, 0]);
    await shared.open();
    await shared.open();
    await join(3);
    expect(counts()).toEqual([1, 0]);
    expect([...shared.members.values()]).toEqual(['member 1', 'member 2', 'member 3']);
    shared.leave(2);
    expect(shared.members.has(2)).toBe(false);
  });

  it('opens with the first connector where there was none', async () => {
    const { shared, join, counts } = create();
    await shared.open();
    expect(counts()).toEqual([0, 0]);
    await join(1);
    expect(counts()).toEqual([1, 0]);
  });

  it('gives every connector the reason why it can’t open, and tries again with the next one', async () => {
    const { shared, join, reasons, fail, counts } = create();
    const problem = new ConnectorProblem('BRIDGE_PORT_OFF', { setting: 'X_PORT' });
    fail(problem);
    await join(1);
    await join(2);
    await shared.open();
    expect(reasons).toEqual([problem.reason, problem.reason]);
    await expect(join(3)).rejects.toBe(problem);
    expect(shared.members.has(3)).toBe(false);
    fail(undefined);
    await join(3);
    expect(counts()).toEqual([3, 0]);
  });

  it('closes, and can be opened again', async () => {
    const { shared, join, counts } = create();
    await join(1);
    await shared.open();
    await shared.close();
    await shared.close();
    expect(counts()).toEqual([1, 1]);
    await join(1);
    expect(counts()).toEqual([1, 1]);
    await shared.open();
    expect(counts()).toEqual([2, 1]);
  });
});
