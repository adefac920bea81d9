import { isDeepStrictEqual } from 'node:util';
import { readsStates } from '@stellwerk/contract/state';
import type { Db } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { mayHere } from '../twins/index.ts';
import type { ConnectorSourceService } from './connector-source.service.ts';
import type { Definition, TwinPlace } from './copy.store.ts';
import type { ButtonCommands } from './ports.ts';
import { describeStates } from './state.store.ts';
import { sourceIdsOf } from './state-mapper.ts';

interface CopyPermissionDeps {
  sources: Pick<ConnectorSourceService, 'feeds' | 'choosable'>;
  buttons: { checkCommand: ButtonCommands['check'] };
}

type Configured = Pick<Definition, 'config' | 'visualisation'>;

interface Target extends Pick<TwinPlace, 'accountId'> {
  twinId: number;
  /** The state that is overwritten: the copy may keep what that state has already. */
  before?: Configured | undefined;
}

export interface CopyPermissions {
  mayRead(stateId: number, before?: Configured): boolean;
  /** The configuration without connectors that the author could not choose at the target. */
  allowed(from: Configured, target: Target): Promise<Configured>;
}

const connectorOf = ({ config }: Configured) => (config.source === 'connector' ? config.connectorId : undefined);

async function succeeds(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof AppError && error.class === 'user') return false;
    throw error;
  }
}

/** Reads once what the author of copies may use; the ids in the copied configurations passed no gate. */
export async function readCopyPermissions(
  db: Db,
  { sources, buttons }: CopyPermissionDeps,
  { author, definitions }: { author: Pick<Actor, 'grants'>; definitions: readonly Definition[] },
): Promise<CopyPermissions> {
  const described = await describeStates(db, [...new Set(definitions.flatMap(({ config }) => sourceIdsOf(config)))]);
  const isReadable = (state: (typeof described)[number]) => mayHere(author, [readsStates, 'VirtualDevice.read'], state);
  const readable = new Set(described.filter(isReadable).map(({ stateId }) => stateId));
  const named = definitions.flatMap((each) => [
    connectorOf(each) ?? [],
    each.visualisation.outbound?.connectorId ?? [],
  ]);
  const chosen = await sources.choosable(db, author, [...new Set(named.flat())]);
  const feeding = new Map<string, Promise<boolean>>();

  function feeds(place: { connectorId: number; accountId: number }): Promise<boolean> {
    const key = `${place.connectorId} ${place.accountId}`;
    const known = feeding.get(key) ?? sources.feeds(db, place);
    feeding.set(key, known);
    return known;
  }

  async function configOf(from: Configured, { accountId, before }: Target): Promise<Definition['config']> {
    const connectorId = connectorOf(from);
    if (connectorId === undefined) return from.config;
    if (before && isDeepStrictEqual(before.config, from.config)) return from.config;
    const isAllowed = chosen.has(connectorId) && (await feeds({ connectorId, accountId }));
    return isAllowed ? from.config : { source: 'none' };
  }

  async function visualisationOf({ visualisation }: Configured, { twinId, before }: Target) {
    const { outbound } = visualisation;
    if (!outbound || isDeepStrictEqual(before?.visualisation.outbound, outbound)) return visualisation;
    const isAllowed =
      chosen.has(outbound.connectorId) && (await succeeds(buttons.checkCommand(db, { twinId, ...outbound })));
    return isAllowed ? visualisation : { ...visualisation, outbound: null };
  }

  return {
    mayRead: (id, before) => readable.has(id) || (before !== undefined && sourceIdsOf(before.config).includes(id)),
    allowed: async (from, target) => ({
      config: await configOf(from, target),
      visualisation: await visualisationOf(from, target),
    }),
  };
}
