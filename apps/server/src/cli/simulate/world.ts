import { setTimeout as delay } from 'node:timers/promises';
import { createAccount, deleteAccount } from '@stellwerk/contract/account';
import { createConnector, deleteConnector } from '@stellwerk/contract/connector';
import {
  createFleet,
  deleteFleet,
  fleetLimits,
  listFleetProfiles,
  readFleet,
  updateFleet,
} from '@stellwerk/contract/fleet';
import { readJob } from '@stellwerk/contract/job';
import { StartError } from '../../platform/instance/start-error.ts';
import type { Client } from './client.ts';

export interface World {
  connector: { id: number; key: string };
  profile: string;
  fleets: { id: number; devices: number }[];
  remove(): Promise<void>;
}

interface Wanted {
  parentId: number;
  devices: number;
  profile: string | undefined;
  /** Called with the number of devices created so far. */
  onProgress(done: number): void;
}

/** The fleets themselves send nothing: this command sends on their behalf. */
const silentSeconds = 86_400;
const lookMs = 250;

async function chosenProfile({ call }: Client, wanted: string | undefined): Promise<string> {
  const { profiles } = (await call(listFleetProfiles, {})).data;
  const found = profiles.find(({ kind }) => wanted === undefined || kind === wanted);
  const known = profiles.map(({ kind }) => kind).join(', ');
  if (!found) throw new StartError(`There is no profile ${wanted}: choose one of ${known}`);
  return found.kind;
}

async function jobEnd({ call }: Client, jobId: number, onProgress: (done: number) => void): Promise<void> {
  for (;;) {
    const { state, progress, errors } = (await call(readJob, { params: { id: jobId } })).data;
    onProgress(progress.done);
    if (state === 'done') return;
    if (['error', 'canceled', 'deleted'].includes(state)) {
      throw new StartError(`The devices could not be made or removed: ${errors[0]?.message ?? state}`);
    }
    await delay(lookMs);
  }
}

/** Creates an account with a webhook and devices of one profile, through the API of the running server. */
export async function makeWorld(
  client: Client,
  { parentId, devices, profile, onProgress }: Wanted,
  signal: AbortSignal,
) {
  const { call } = client;
  const kind = await chosenProfile(client, profile);
  const name = `Simulation ${new Date().toISOString().slice(0, 19).replace('T', ' ')}`;
  const account = (await call(createAccount, { body: { name, parentId } })).data;
  const undo: (() => Promise<unknown>)[] = [() => call(deleteAccount, { params: { id: account.id } })];
  async function remove(): Promise<void> {
    for (let step = undo.at(-1); step; step = undo.at(-1)) {
      await step();
      undo.pop();
    }
  }

  async function addFleet(number: number, deviceCount: number, connectorId: number): Promise<number> {
    const { id, jobId } = (
      await call(createFleet, {
        body: {
          tenantId: account.id,
          name: `Simulation ${number}`,
          profile: kind,
          deviceCount,
          intervalSeconds: silentSeconds,
          connectorId,
        },
      })
    ).data;
    undo.push(async () => {
      const removal = (await call(deleteFleet, { params: { id } })).data;
      await jobEnd(client, removal.jobId, () => {});
    });
    const { revision } = (await call(readFleet, { params: { id } })).data;
    await call(updateFleet, { params: { id }, body: { isRunning: false, revision } });
    const before = (number - 1) * fleetLimits.devices;
    await jobEnd(client, jobId, (done) => {
      signal.throwIfAborted();
      onProgress(before + done);
    });
    return id;
  }

  try {
    const body = { tenantId: account.id, type: 'webhook-incoming', name: 'Simulation' };
    const { connector, generated } = (await call(createConnector, { body })).data;
    undo.push(() => call(deleteConnector, { params: { id: connector.id } }));
    const fleets: World['fleets'] = [];
    for (let left = devices; left > 0; left -= fleetLimits.devices) {
      const deviceCount = Math.min(left, fleetLimits.devices);
      fleets.push({ id: await addFleet(fleets.length + 1, deviceCount, connector.id), devices: deviceCount });
    }
    const world: World = { connector: { id: connector.id, key: generated.key ?? '' }, profile: kind, fleets, remove };
    return world;
  } catch (error) {
    await remove();
    throw error;
  }
}
