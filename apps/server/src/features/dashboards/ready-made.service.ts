import type { RouteInput } from '@stellwerk/contract/core/route';
import { type createReadyMade, type Dashboard, dashboardFields, widgetFields } from '@stellwerk/contract/dashboard';
import { readsStates } from '@stellwerk/contract/state';
import { widgetTwinFilter } from '@stellwerk/contract/widget';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import { may } from '../../platform/tenancy/may.ts';
import { readTwinStates } from '../states/index.ts';
import { seesTwins } from '../twins/index.ts';
import type { Changes } from './change.service.ts';
import { dashboardToWire } from './dashboard-mapper.ts';
import { findStateChoices } from './data/choice.store.ts';
import type { WidgetKinds } from './data/index.ts';
import { resolveFilter } from './data/twin-filter.ts';
import { type OwnState, type ReadyMadeSource, readyMade } from './ready-made.ts';
import { textsIn } from './texts.ts';
import { countTwins, findTwinPlace, type TwinPlace } from './twin.store.ts';

interface ReadyMadeDeps {
  changes: Changes;
  kinds: Pick<WidgetKinds, 'find'>;
}

export function createReadyMadeService({ changes, kinds }: ReadyMadeDeps) {
  /** The states that users look at: not hidden, and not the coordinates of a map. */
  async function statesOf(ctx: Ctx, { id, scopePath }: TwinPlace): Promise<OwnState[]> {
    if (!may(ctx.actor, readsStates, scopePath)) return [];
    const states = await readTwinStates(ctx.db, id);
    return states.filter(({ layout, geoLink }) => layout !== 'hidden' && geoLink === null);
  }

  async function below(ctx: Ctx, { id, accountScopePath }: TwinPlace): Promise<ReadyMadeSource['below']> {
    const given = widgetTwinFilter.parse({ parentDtwinId: String(id), onlyBelow: true });
    const filter = resolveFilter(given, new Map());
    if (!filter) return { twinCount: 0, locatedCount: 0, states: [] };
    const viewer = { actor: ctx.actor, accountScopePath };
    const states = await findStateChoices(ctx.db, viewer, filter);
    return { ...(await countTwins(ctx.db, viewer, filter)), states };
  }

  return {
    async create(ctx: Ctx, { dtwinId, name }: RouteInput<typeof createReadyMade>['body']): Promise<Dashboard> {
      const twin = (await findTwinPlace(ctx.db, dtwinId)) ?? fail('DTWIN_NOT_FOUND');
      // The permission to manage dashboards of a twin does not include the permission to see the twin.
      if (!may(ctx.actor, seesTwins, twin.scopePath)) fail('DTWIN_NOT_FOUND');
      const source = { twin, states: await statesOf(ctx, twin), below: await below(ctx, twin) };
      const made = readyMade(source, textsIn(ctx.language));
      const { parentDtwinId: _, ...fields } = dashboardFields.parse({ ...made, name: name ?? made.name });
      const widgets = made.widgets
        // Widgets of a broken kind are left out; the others are created.
        .filter(({ type }) => kinds.find(type) !== undefined)
        .map((widget) => changes.parseWidget(widgetFields.parse(widget)));
      const definition = { ...fields, parentTwinId: twin.id, widgets };
      return dashboardToWire(ctx, await changes.create(ctx, twin.accountId, definition));
    },
  };
}
export type ReadyMadeService = ReturnType<typeof createReadyMadeService>;
