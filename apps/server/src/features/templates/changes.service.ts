import type { TemplateContent } from '@stellwerk/contract/device-template';
import type { TemplateChangeList, TemplateEffect } from '@stellwerk/contract/device-template-calls';
import { templateChanges } from '@stellwerk/contract/template-changes';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import { countLinked, linkedIds } from './links/link.store.ts';
import type { ValueCounts } from './links/value-count.service.ts';
import type { ApplyService } from './sync/apply.service.ts';
import { findContent, findDraft, findNames, findTemplate } from './template.store.ts';

interface ChangesDeps {
  apply: Pick<ApplyService, 'plan'>;
  countValues: ValueCounts;
}

/** Devices that are planned at once. */
const atOnce = 500;

const nothing = (content: TemplateContent): TemplateContent => ({
  ...content,
  driverVersion: null,
  parentId: null,
  icon: '',
  tags: [],
  groups: [],
  properties: [],
  states: [],
  rules: [],
  healthConfig: [],
});

type Counted = Pick<TemplateEffect, 'kind' | 'key'>;

/** Collects effects by their kind and key. */
function createEffects() {
  const found = new Map<string, TemplateEffect & { stateIds: number[] }>();
  return {
    add({ kind, key }: Counted, stateId?: number): void {
      const id = `${kind} ${key}`;
      const effect = found.get(id) ?? { kind, key, devices: 0, values: 0, isEstimate: false, stateIds: [] };
      effect.devices += 1;
      if (stateId !== undefined) effect.stateIds.push(stateId);
      found.set(id, effect);
    },
    all: () => [...found.values()],
  };
}

/** The changes that are not synchronised yet, and what they would do to the linked devices. */
export function createChangesService({ apply, countValues }: ChangesDeps) {
  async function effectsOf(ctx: Ctx, templateId: number, content: TemplateContent): Promise<TemplateEffect[]> {
    const effects = createEffects();
    for (let after = 0; ; ) {
      const ids = await linkedIds(ctx.db, templateId, after, atOnce);
      const given = ids.map((twinId) => ({ twinId, before: undefined }));
      const { planned, refusals, blocked } = await apply.plan(ctx, content, given);
      for (const { plan } of planned) {
        for (const state of plan.removed) effects.add({ kind: 'losesState', key: state.key }, state.id);
      }
      for (const { code, params } of refusals.values()) {
        const key = String(params.key ?? '');
        if (code === 'DEVICE_TEMPLATE_PROPERTY_EMPTY') effects.add({ kind: 'lacksProperty', key });
        if (code === 'DEVICE_TEMPLATE_STATE_TAKEN') effects.add({ kind: 'foreignState', key });
      }
      for (const key of blocked) effects.add({ kind: 'blockedByAggregate', key });
      const last = ids.at(-1);
      if (last === undefined || ids.length < atOnce) break;
      after = last;
    }
    const all = effects.all();
    return Promise.all(
      all.map(async ({ stateIds, ...effect }) => {
        const counted = await countValues(ctx.db, stateIds);
        const values = stateIds.reduce((sum, id) => sum + counted.valuesOf(id), 0);
        return { ...effect, values, isEstimate: counted.isEstimate };
      }),
    );
  }

  return async function changesOf(ctx: Ctx, id: number): Promise<TemplateChangeList> {
    const found = (await findTemplate(ctx.db, id)) ?? fail('DEVICE_TEMPLATE_NOT_FOUND');
    const { content } = (await findDraft(ctx.db, id)) ?? fail('DEVICE_TEMPLATE_NOT_FOUND');
    const productive = found.productive === null ? undefined : await findContent(ctx.db, id, found.productive);
    const changes = templateChanges(productive ?? nothing(content), content);
    const deviceCount = await countLinked(ctx.db, id);
    return {
      changes,
      effects: changes.length > 0 && deviceCount > 0 ? await effectsOf(ctx, id, content) : [],
      deviceCount,
      names: await findNames(
        ctx.db,
        [productive, content].filter((each) => each !== undefined),
      ),
    };
  };
}
export type ChangesService = ReturnType<typeof createChangesService>;
