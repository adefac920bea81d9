import {
  createRule,
  deleteRule,
  listCommandConnectors,
  listCommandKinds,
  listRuleOverview,
  listRuleRevisions,
  listRules,
  listTwinRules,
  readMailServer,
  readRuleFigures,
  resumeRule,
  updateRule,
} from '@stellwerk/contract/rule-calls';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import type { RuleService } from './rule.service.ts';

export const placeOf = ({ id, ruleId }: { id: number; ruleId: number }) => ({ twinId: id, ruleId });

export const ruleRoutes = (rules: RuleService): HandledRoute[] => [
  handle(listTwinRules, async (ctx, { params }) => ({ data: await rules.listOfTwin(ctx, params.id) })),
  handle(listRuleOverview, (ctx, { params, query }) => rules.overview(ctx, params.id, query)),
  handle(listRules, (ctx, { query }) => rules.monitor(ctx, query)),
  handle(readRuleFigures, async (ctx, { query }) => ({ data: await rules.figures(ctx, query) })),
  handle(createRule, async (ctx, { params, body }) => ({ data: await rules.create(ctx, params.id, body) })),
  handle(updateRule, async (ctx, { params, body }) => ({ data: await rules.update(ctx, placeOf(params), body) })),
  handle(deleteRule, async (ctx, { params }) => {
    await rules.remove(ctx, placeOf(params));
    return { data: { deleted: true as const } };
  }),
  handle(resumeRule, async (ctx, { params }) => ({ data: await rules.resume(ctx, placeOf(params)) })),
  handle(listRuleRevisions, async (ctx, { params }) => ({ data: await rules.revisions(ctx, placeOf(params)) })),
  handle(listCommandKinds, async () => ({ data: rules.commandKinds() })),
  handle(readMailServer, async (ctx, { params }) => ({ data: await rules.mailServer(ctx, params.id) })),
  handle(listCommandConnectors, async (ctx, { params, query }) => ({
    data: await rules.commandConnectors(ctx, params.id, query),
  })),
];
