import { createRule, updateRule } from '@stellwerk/contract/rule-calls';
import { expect } from 'vitest';
import type { z } from 'zod';
import type { TestAccount, TestTwin, TestUser } from '../../../../test/factories.ts';
import type { TestServer } from '../../../../test/server.ts';

export type NewRule = z.input<typeof createRule.body>;
export type RuleChange = z.input<typeof updateRule.body>;

export const failure = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];

export const alarm = { severity: 'warning' as const, message: 'too warm' };

/** A user with a twin and a state, who manages rules through HTTP. */
export function createRuleFixture(server: TestServer) {
  async function editor(account?: TestAccount) {
    const user = await server.make.user({ ...(account ? { account } : {}), permissions: ['DigitalTwin.write'] });
    const twin = await server.make.twin({ account: user.account });
    const state = await server.make.state({ twin });
    return { user, twin, state };
  }

  const post = (as: TestUser, twin: Pick<TestTwin, 'id'>, body: NewRule) =>
    server.call(createRule, { params: { id: twin.id }, body }, { as });

  const put = (as: TestUser, rule: { id: number; dtwinId: number }, body: RuleChange) =>
    server.call(updateRule, { params: { id: rule.dtwinId, ruleId: rule.id }, body }, { as });

  /** Creates a rule with one metric `t` on the state, and an alarm. */
  async function create(as: TestUser, twin: Pick<TestTwin, 'id'>, stateId: number, more: Partial<NewRule> = {}) {
    const body = { title: 'Too warm', metrics: [{ alias: 't', stateId }], alarm, ...more };
    const answer = await post(as, twin, body);
    expect([answer.status, answer.body.code]).toEqual([201, undefined]);
    return answer.body.data;
  }

  async function change(as: TestUser, rule: { id: number; dtwinId: number }, body: RuleChange) {
    const answer = await put(as, rule, body);
    expect([answer.status, answer.body.code]).toEqual([200, undefined]);
    return answer.body.data;
  }

  return { editor, post, put, create, change };
}
export type RuleFixture = ReturnType<typeof createRuleFixture>;
