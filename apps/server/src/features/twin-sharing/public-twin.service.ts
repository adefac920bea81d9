import type { State } from '@stellwerk/contract/state';
import { statuses } from '@stellwerk/contract/twin';
import type { PublicState } from '@stellwerk/contract/twin-sharing';
import { type VisualisationRange, visualisationRangeMs } from '@stellwerk/contract/visualisation-range';
import type { Clock } from '../../platform/clock/clock.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Files } from '../../platform/files/files.ts';
import type { History } from '../../platform/history/history.ts';
import type { PublicCtx } from '../../platform/http/ctx.ts';
import { isModuleActive } from '../accounts/index.ts';
import { sourceOf } from '../sessions/index.ts';
import { seriesForChart } from '../state-history/index.ts';
import { readTwinStates, toWire } from '../states/index.ts';
import { ancestorsOf, openTwinImage, publicStatusesBelow } from '../twins/index.ts';
import * as store from './public-twin.store.ts';
import { sharingModule } from './twin-share.service.ts';
import { hashOfKey } from './twin-share.store.ts';
import { createWrongKeys } from './wrong-keys.ts';

/** Key and twin in the URL of a public call, and the IP address of the caller. */
export interface Visit {
  key: string;
  dtwin: number;
  address: string;
}

interface PublicTwinOptions {
  clock: Clock;
  files: Files;
  history: History;
}

const statusOf = (status: number) => statuses[status] ?? 'unknown';

const isShown = ({ layout, visualisation }: Pick<State, 'layout' | 'visualisation'>) =>
  layout !== 'hidden' && visualisation.component !== 'hidden';

/** Visitors can't send commands, so a button shows its value instead of its command. */
const asPublic = (visualisation: State['visualisation']): State['visualisation'] => ({
  ...visualisation,
  component: visualisation.component === 'button' ? 'none' : visualisation.component,
  buttonValue: null,
  outbound: null,
  buttonLabel: '',
});

function toPublic(state: State): PublicState {
  const { id, key, title, unit, icon, valueType, layout, validSeconds } = state;
  const { value, timestamp, receivedAt, origin, status } = state;
  return {
    stateId: id,
    key,
    title,
    unit,
    icon,
    valueType,
    layout,
    visualisation: asPublic(state.visualisation),
    validSeconds,
    value,
    timestamp,
    receivedAt,
    origin,
    status,
  };
}

export function createPublicTwinService({ clock, files, history }: PublicTwinOptions) {
  const wrongKeys = createWrongKeys({ clock });

  /** A wrong or expired key and a twin that is elsewhere or disabled give the same error. */
  async function enter({ db }: PublicCtx, { key, dtwin, address }: Visit) {
    const source = sourceOf(address);
    wrongKeys.check(source);
    const keyHash = hashOfKey(key);
    const shared = await store.findShared(db, keyHash, clock.now());
    if (!shared) {
      wrongKeys.count(source, keyHash);
      return fail('SHARE_NOT_FOUND');
    }
    const isActive = await isModuleActive(db, shared.accountId, sharingModule);
    const twin = isActive ? await store.findOpenTwin(db, shared, dtwin) : undefined;
    return { shared, twin: twin ?? fail('SHARE_NOT_FOUND') };
  }

  async function shownStates(ctx: PublicCtx, twinId: number): Promise<State[]> {
    const rows = await readTwinStates(ctx.db, twinId);
    return rows.map((row) => toWire(row, ctx.language)).filter(isShown);
  }

  return {
    enter,

    async read(ctx: PublicCtx, visit: Visit) {
      const { shared, twin } = await enter(ctx, visit);
      const { path: _, status, ...told } = twin;
      const [images, above, children, states] = await Promise.all([
        store.findImageKinds(ctx.db, twin.id),
        ancestorsOf(ctx.db, [twin.id]),
        store.findOpenChildren(ctx.db, twin.id),
        shownStates(ctx, twin.id),
      ]);
      const below = await publicStatusesBelow(ctx.db, [twin.id, ...children.map(({ id }) => id)]);
      const line = above.get(twin.id) ?? [];
      const isInside = twin.id !== shared.id;
      return {
        ...told,
        status: statusOf(status),
        below: below(twin.id),
        hasBackgroundImage: images.includes('background'),
        hasOverlay: images.includes('overlay'),
        // Ancestors of the shared twin are hidden.
        ancestors: isInside ? line.slice(line.findIndex(({ id }) => id === shared.id)) : [],
        children: children.map((child) => ({ ...child, status: statusOf(child.status), below: below(child.id) })),
        states: states.map(toPublic),
      };
    },

    /** Only states with a line, and only the span that their tile shows. */
    async history(ctx: PublicCtx, visit: Visit, { key, timeRange }: { key: string; timeRange: VisualisationRange }) {
      const { twin } = await enter(ctx, visit);
      const state = (await shownStates(ctx, twin.id)).find((each) => each.key === key);
      if (state?.visualisation.component !== 'lineChart') return fail('SHARE_NOT_FOUND');
      const shownMs = visualisationRangeMs[state.visualisation.timeRange];
      const nowMs = clock.now().getTime();
      const from = nowMs - Math.min(visualisationRangeMs[timeRange], shownMs);
      return seriesForChart(history, { stateId: state.id, valueType: state.valueType, from, to: nowMs });
    },

    async image(ctx: PublicCtx, visit: Visit, kind: 'background' | 'overlay') {
      const { twin } = await enter(ctx, visit);
      return openTwinImage(ctx.db, files, twin.id, kind);
    },
  };
}
export type PublicTwinService = ReturnType<typeof createPublicTwinService>;
