import { listRecentExecutions, readExecutionHistory } from '@stellwerk/contract/rule-run';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { ruleExecutions } from './execution.table.ts';
import { createRuleFixture, failure, type RuleChange } from './testing/rules.fixture.ts';

let server: TestServer;
let rules: ReturnType<typeof createRuleFixture>;
beforeAll(async () => {
  server = await startTestServer();
  rules = createRuleFixture(server);
});
afterAll(() => server.close());

/**
 * A rule on a twin of one account, created by the account above, with metrics of that twin and of a sibling account.
 */
async function makeRule() {
  const boss = await server.make.user({ permissions: ['all.manage'] });
  const [own, sibling] = [
    await server.make.account({ parent: boss.account }),
    await server.make.account({ parent: boss.account }),
  ];
  const editor = await server.make.user({ account: own, permissions: ['all.manage'] });
  const twin = await server.make.twin({ account: own });
  const [mine, theirs] = [await server.make.state({ twin }), await server.make.state({ account: sibling })];
  const metrics = [
    { alias: 'mine', stateId: mine.id },
    { alias: 'theirs', stateId: theirs.id },
  ];
  const rule = await rules.create(boss, twin, mine.id, { metrics });
  return { boss, editor, twin, mine, rule };
}

describe('a rule with a metric of another account', () => {
  it('shows its value to those who may read the state, and to nobody else', async () => {
    const { boss, editor, twin, rule } = await makeRule();
    const at = new Date().toISOString();
    const metrics = [
      { alias: 'mine', value: 1, at, count: 1 },
      { alias: 'theirs', value: 7, input: 70, at, count: 1 },
    ];
    const when = { op: 'when' as const, cmp: 'lt' as const, isMet: true };
    const conditions = {
      op: 'and' as const,
      isMet: true,
      children: [
        { ...when, metric: 'mine', value: { metric: 'theirs' }, left: 1, right: 7 },
        { op: 'not' as const, isMet: true, child: { ...when, metric: 'theirs', value: 3, left: 7, right: 3 } },
      ],
    };
    await server.database.db.insert(ruleExecutions).values({
      ...{ ruleId: rule.id, revision: 1, at: new Date(at), lastAt: new Date(at), result: 'executed' },
      ...{ metrics, conditions, isMet: true, durationMs: 1, trigger: { kind: 'value', aliases: ['theirs'] } },
    });
    const params = { id: twin.id, ruleId: rule.id };
    const recent = await server.call(listRecentExecutions, { params }, { as: boss });
    expect(recent.body.data).toMatchObject([{ metrics, conditions }]);
    const history = { params, body: { offset: 0, limit: 5, requestParameters: { results: [] } } };
    for (const { body } of [
      await server.call(listRecentExecutions, { params }, { as: editor }),
      await server.call(readExecutionHistory, history, { as: editor }),
    ]) {
      expect(body.data[0]?.metrics).toEqual([metrics[0], { alias: 'theirs', value: null, at: null, count: 0 }]);
      expect(body.data[0]?.conditions).toMatchObject({
        children: [{ left: 1, right: null }, { child: { left: null, right: 3 } }],
      });
    }
  });

  it('is changed in what it does only by those who may read the state', async () => {
    const { boss, editor, mine, rule } = await makeRule();
    const command = { type: 'setState', options: { stateKey: mine.key, value: '{{theirs}}' } };
    const changes: RuleChange[] = [
      { commands: [command] },
      { alarm: { severity: 'warning', message: '{{theirs}}' } },
      { conditions: { mode: 'script', script: 'return theirs > 3' } },
    ];
    for (const change of changes) {
      expect(failure(await rules.put(editor, rule, change))).toEqual([404, 'DTWIN_STATE_NOT_FOUND']);
    }
    await rules.change(editor, rule, { title: 'Other', active: false });
    for (const change of changes) await rules.change(boss, rule, change);
    await rules.change(editor, rule, {
      metrics: [{ alias: 'mine', stateId: mine.id }],
      conditions: { mode: 'always' },
    });
  });
});
