import type { TemplateContent } from '@stellwerk/contract/device-template';
import { maxStatesPerTwin } from '@stellwerk/contract/state';
import { isSameJson } from '@stellwerk/contract/template-changes';
import { AppError, fail } from '../../../platform/errors/app-error.ts';
import type { Ctx } from '../../../platform/http/ctx.ts';
import { may } from '../../../platform/tenancy/may.ts';
import { failureOf, tryItem } from '../../bulk/index.ts';
import { type DeviceConfigurations, rawKey, rawState } from '../../devices/index.ts';
import type { RulePlacements } from '../../rules/index.ts';
import { changeStates, insertStates, removeStates, type StateDefinition, statesOfTwins } from '../../states/index.ts';
import { findPlacedRules, insertPlacedRules } from '../links/link.store.ts';
import {
  type DeviceOfTemplate,
  findAggregated,
  findDevicesOfTemplate,
  findStateIds,
  findVersionId,
} from './device.store.ts';
import { type DevicePlan, planFor, type Refusal, ruleFor, stateRowOf } from './device-plan.ts';

interface ApplyDeps {
  configurations: DeviceConfigurations;
  placements: RulePlacements;
}

/** A device with the content that it has now; undefined if it was never synchronised. */
export interface Applied {
  twinId: number;
  before: TemplateContent | undefined;
}

interface Planned extends Applied {
  plan: DevicePlan;
  states: readonly StateDefinition[];
}

const isRefusal = (plan: DevicePlan | Refusal): plan is Refusal => 'code' in plan;

/** Whether the rules of a device certainly need no change: same rules over states that exist before and after. */
const keepsRules = (before: TemplateContent | undefined, after: TemplateContent) =>
  before !== undefined &&
  isSameJson(before.rules, after.rules) &&
  isSameJson(
    before.states.map(({ key }) => key),
    after.states.map(({ key }) => key),
  );

/** Gives devices the content of a template, in the transaction of the caller. Repeating it changes nothing. */
export function createApplyService({ configurations, placements }: ApplyDeps) {
  /** The refusal of each device that can't get the content, and the changes of all others. */
  async function plan(ctx: Ctx, content: TemplateContent, given: readonly Applied[]) {
    const ids = given.map(({ twinId }) => twinId);
    const { driverId, driverVersion } = content;
    const versionId = driverVersion === null ? null : await findVersionId(ctx.db, driverId, driverVersion);
    if (versionId === undefined) fail('DEVICEDRIVER_NOT_PUBLISHED');
    const driverVersionId = versionId ?? null;
    const devices = new Map((await findDevicesOfTemplate(ctx.db, ids)).map((device) => [device.id, device]));
    const states = Map.groupBy(await statesOfTwins(ctx.db, ids), ({ twinId }) => twinId);
    const planned: Planned[] = [];
    const refusals = new Map<number, Refusal>();
    for (const each of given) {
      const device = devices.get(each.twinId);
      const own = states.get(each.twinId) ?? [];
      const found = device ? planOf(ctx, device, own, { content, driverVersionId }, each.before) : missing;
      if (isRefusal(found)) refusals.set(each.twinId, found);
      else planned.push({ ...each, plan: found, states: own });
    }
    const doomed = planned.flatMap(({ plan }) => plan.removed.map(({ id }) => id));
    const aggregated = await findAggregated(ctx.db, doomed);
    /** Keys of states that would have to be deleted but feed others, one entry per device and state. */
    const blocked: string[] = [];
    const possible = planned.filter(({ twinId, plan }) => {
      const used = plan.removed.filter(({ id }) => aggregated.has(id));
      if (used.length === 0) return true;
      refusals.set(twinId, { code: 'DTWIN_DELETE_STATES_AGGREGATED', params: {} });
      blocked.push(...used.map(({ key }) => key));
      return false;
    });
    return { planned: possible, refusals, devices, blocked };
  }

  async function writeStates(ctx: Ctx, planned: readonly Planned[]): Promise<void> {
    for (const { twinId, plan } of planned) {
      await removeStates(
        ctx.db,
        twinId,
        plan.removed.map(({ id }) => id),
      );
    }
    const changed = Map.groupBy(
      planned.flatMap(({ plan }) => plan.changed),
      ({ state }) => state,
    );
    for (const [state, entries] of changed) {
      const { key: _key, ...row } = stateRowOf(state);
      await changeStates(
        ctx.db,
        entries.map(({ id }) => id),
        row,
      );
    }
    const added = planned.flatMap(({ twinId, plan, states }) => {
      const first = Math.max(-1, ...states.map(({ position }) => position)) + 1;
      const hasRaw = states.some(({ key }) => key === rawKey);
      const raw = rawState();
      const rows = [
        ...(hasRaw ? [] : [{ ...raw, source: raw.config.source }]),
        ...plan.added.map((state) => stateRowOf(state)),
      ];
      return rows.map((row, index) => ({ ...row, twinId, position: first + index }));
    });
    await insertStates(ctx.db, added);
  }

  async function writeRules(ctx: Ctx, planned: readonly Planned[], content: TemplateContent): Promise<void> {
    const open = planned.filter(({ before }) => !keepsRules(before, content));
    if (open.length === 0) return;
    const ids = open.map(({ twinId }) => twinId);
    const placed = Map.groupBy(await findPlacedRules(ctx.db, ids), ({ twinId }) => twinId);
    if (content.rules.length === 0 && placed.size === 0) return;
    const stateIds = await findStateIds(ctx.db, ids);
    /** Keys of rules whose scripts were compiled for another device of this call. */
    const checked = new Set<string>();
    for (const twinId of ids) {
      const present = new Map((placed.get(twinId) ?? []).map(({ key, ruleId }) => [key, ruleId]));
      const wanted = new Set(content.rules.map(({ key }) => key));
      const gone = [...present].filter(([key]) => !wanted.has(key)).map(([, ruleId]) => ruleId);
      await placements.remove(ctx.db, gone);
      for (const rule of content.rules) {
        const fields = ruleFor(rule, stateIds.get(twinId) ?? new Map());
        if ('missing' in fields) {
          return fail('DEVICE_TEMPLATE_RULE_STATE_UNKNOWN', { rule: rule.title, key: fields.missing });
        }
        const placement = { twinId, ruleId: present.get(rule.key), fields };
        const ruleId = await placements.put(ctx.db, ctx.actor, placement, checked.has(rule.key));
        checked.add(rule.key);
        if (ruleId !== present.get(rule.key)) await insertPlacedRules(ctx.db, [{ ruleId, twinId, key: rule.key }]);
      }
    }
  }

  async function write(ctx: Ctx, planned: readonly Planned[], content: TemplateContent): Promise<void> {
    await configurations.set(
      ctx,
      planned.map(({ plan }) => plan.configuration).filter(({ device, twin }) => device || twin),
    );
    await writeStates(ctx, planned);
    await writeRules(ctx, planned, content);
    const affected = planned.filter(({ plan: { configuration, added, changed, removed } }) => {
      return configuration.device !== undefined || added.length + changed.length + removed.length > 0;
    });
    await configurations.settle(
      ctx,
      affected.map(({ twinId }) => twinId),
    );
  }

  return {
    plan,

    /** Applies the content to all of these devices, or to each that accepts it. Returns the refusals. */
    async apply(ctx: Ctx, content: TemplateContent, given: readonly Applied[]): Promise<Map<number, Refusal>> {
      const { planned, refusals } = await plan(ctx, content, given);
      if (planned.length === 0) return refusals;
      try {
        await tryItem(ctx, (own) => write(own, planned, content));
        return refusals;
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error;
      }
      // One of them refused: each gets its own attempt, so that the others are not held up.
      for (const each of planned) {
        try {
          await tryItem(ctx, (own) => write(own, [each], content));
        } catch (error) {
          const { code, params } = failureOf(each.twinId, error);
          refusals.set(each.twinId, { code, params });
        }
      }
      return refusals;
    },
  };
}
export type ApplyService = ReturnType<typeof createApplyService>;

const missing: Refusal = { code: 'VDEVICE_NOT_FOUND', params: {} };

function planOf(
  ctx: Ctx,
  device: DeviceOfTemplate,
  states: readonly StateDefinition[],
  target: Parameters<typeof planFor>[2],
  before: TemplateContent | undefined,
): DevicePlan | Refusal {
  if (!may(ctx.actor, 'VirtualDevice.write', device.scopePath)) {
    return { code: 'PERMISSION_DENIED', params: { subject: 'VirtualDevice', action: 'write' } };
  }
  const plan = planFor(device, states, target, before);
  if (isRefusal(plan)) return plan;
  const count = states.length + plan.added.length - plan.removed.length + 1;
  return count > maxStatesPerTwin ? { code: 'DTWINSTATE_TOO_MANY', params: { limit: maxStatesPerTwin } } : plan;
}
