import { type RuleDefinition, ruleDefinition } from '@stellwerk/contract/rule';
import type { Language } from '@stellwerk/contract/text';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import { problemOf } from '../states/index.ts';
import type { RuleRecord, RunProblem } from './evaluate/index.ts';
import { findTwinOfRule, type TwinOfRule } from './rule.store.ts';
import { checkAliases } from './rule-check.ts';
import { findNamedStates } from './rule-names.store.ts';

/** An unsaved rule in the form that can be run, with its twin. */
export async function draftOf(
  ctx: Ctx,
  { twinId, title = '', definition }: { twinId: number; title?: string; definition: Partial<RuleDefinition> },
): Promise<{ record: RuleRecord; twin: TwinOfRule }> {
  const twin = (await findTwinOfRule(ctx.db, twinId)) ?? fail('DTWIN_NOT_FOUND');
  const whole: RuleDefinition = { ...ruleDefinition.parse({}), ...definition };
  checkAliases(whole);
  const states = await findNamedStates(ctx.db, new Set(whole.metrics.map(({ stateId }) => stateId)));
  const { accountId, tags } = twin;
  const keyValue = Object.fromEntries(twin.keyValue.map(({ key, value }) => [key, value]));
  return {
    twin,
    record: {
      ...{ id: 0, revision: 0, twinId, accountId, title, definition: whole },
      twin: { id: twin.id, title: twin.title, tags, keyValue },
      states: [...states.values()].map(({ id, key, title: name, unit }) => ({ id, key, title: name, unit })),
    },
  };
}

/** The reason and position of a script error, for the response. */
export const scriptProblem = ({ code, params, alias, line }: RunProblem, language: Language) => ({
  ...problemOf(code, params, language),
  alias,
  line,
});
