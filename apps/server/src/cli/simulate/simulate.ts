import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { logout } from '@stellwerk/contract/session';
import type { OwnProgram } from '@stellwerk/plugin/connector-sender';
import { createSender } from '@stellwerk/simulator/create-sender';
import type { Sender } from '@stellwerk/simulator/sender';
import { discoverSenders, fleetSenders, readProfiles } from '../../features/simulator/index.ts';
import { loadConfig } from '../../platform/config/config.ts';
import { connect } from '../../platform/db/db.ts';
import { StartError } from '../../platform/instance/start-error.ts';
import { createLog } from '../../platform/log/log.ts';
import type { CommandContext } from '../command.ts';
import { withDatabase } from '../database.ts';
import { refuseOutdated } from '../outdated.ts';
import { type Client, createClient } from './client.ts';
import { add, lineOf, newSecond, summaryOf } from './figures.ts';
import { sendLoad } from './load.ts';
import type { SimulateOptions } from './options.ts';
import { countWaiting, openSession, topmostAccount } from './simulate.store.ts';
import { makeWorld, type World } from './world.ts';

const laneCount = 4;
const drainMs = 60_000;
const log = createLog('warn');
const noFaults = { gap: 0, duplicate: 0, late: 0 };

interface Setting {
  options: SimulateOptions;
  program: OwnProgram;
  client: Client;
  signal: AbortSignal;
  waiting(): Promise<number>;
}

async function sendersFor(world: World, { devices, rate }: SimulateOptions): Promise<Sender[]> {
  const profiles = await readProfiles(log);
  const found = profiles.get(world.profile);
  if (!found) throw new StartError(`This program has no profile ${world.profile}`);
  const common = { profile: world.profile, seed: 1, faults: noFaults, intervalSeconds: devices / rate };
  return world.fleets.flatMap(({ id, devices: deviceCount }) =>
    fleetSenders({ ...common, id, deviceCount }).map((spec) => createSender(spec, found.profile)),
  );
}

async function openLanes({ program }: Setting, { connector }: World) {
  const webhook = (await discoverSenders(log)).get('webhook-incoming');
  if (!webhook) throw new StartError('This program has no sender for webhooks');
  const endpoints = [{ name: 'url', value: `${program.httpUrl}/api/v1/webhook/${connector.id}` }];
  const target = { id: connector.id, options: {}, secrets: { key: connector.key }, endpoints };
  return Array.from({ length: laneCount }, () => webhook.open(program, target));
}

async function send(setting: Setting, world: World): Promise<void> {
  const { options, signal, waiting } = setting;
  const lanes = await openLanes(setting, world);
  const senders = await sendersFor(world, options);
  const limits = options.seconds === undefined ? [signal] : [signal, AbortSignal.timeout(options.seconds * 1_000)];
  const sum = newSecond();
  let number = 0;
  let printing = Promise.resolve();
  const startedAt = performance.now();
  await sendLoad({
    senders,
    rate: options.rate,
    lanes,
    signal: AbortSignal.any(limits),
    onSecond(second) {
      add(sum, second);
      number += 1;
      const shown = number;
      // Lines are printed in order, and before the summary.
      printing = printing.then(async () => {
        const count = await waiting().catch(() => undefined);
        console.log(lineOf(shown, second, count));
      });
    },
  });
  const endedAt = performance.now();
  await printing;
  await Promise.all(lanes.map((lane) => lane.close()));
  const isDrained = await drained(setting);
  for (const line of summaryOf(sum, endedAt - startedAt)) console.log(line);
  const tookMs = performance.now() - endedAt;
  console.log(
    isDrained
      ? `All of them were applied ${(tookMs / 1_000).toFixed(1)} s after the last one.`
      : `${await waiting()} packets still wait to be applied.`,
  );
}

async function drained({ waiting, signal }: Setting): Promise<boolean> {
  const until = performance.now() + drainMs;
  while (performance.now() < until && !signal.aborted) {
    if ((await waiting()) === 0) return true;
    await delay(100);
  }
  return (await waiting()) === 0;
}

async function run(setting: Setting, parentId: number): Promise<void> {
  const { options, client, signal } = setting;
  const { devices, profile } = options;
  const startedAt = performance.now();
  let shownAt = startedAt;
  const onProgress = (done: number) => {
    if (performance.now() - shownAt < 2_000) return;
    shownAt = performance.now();
    console.log(`Creating devices: ${done} of ${devices}`);
  };
  const world = await makeWorld(client, { parentId, devices, profile, onProgress }, signal);
  const tookMs = performance.now() - startedAt;
  console.log(`${devices} devices of the make ${world.profile} stand ready after ${(tookMs / 1_000).toFixed(1)} s.`);
  try {
    if (!signal.aborted) await send(setting, world);
  } finally {
    if (!options.keep) {
      console.log('Removing account and devices …');
      await world.remove();
    }
  }
}

/** Creates devices, sends their messages, prints statistics and removes the devices. */
export async function simulate(options: SimulateOptions, { env, signal }: CommandContext): Promise<void> {
  const config = await loadConfig(env);
  const certificate = config.tls ? await readFile(config.tls.certPath) : undefined;
  const url = options.url ?? `http${certificate ? 's' : ''}://localhost:${config.port}`;
  const asked = createClient({ url, token: '', certificate });
  const isAnswering = await asked.isAnswering();
  await asked.close();
  if (!isAnswering) throw new StartError(`No Stellwerk answers at ${url}: start it, or name its address with --url`);
  await withDatabase(config, {}, async (databaseUrl) => {
    await refuseOutdated(databaseUrl);
    const { db, pool, close } = connect({ url: databaseUrl, maxConnections: 2 });
    try {
      const [token, parentId] = [await openSession(db), await topmostAccount(db)];
      if (token === undefined || parentId === undefined) throw new StartError('There is no system administrator');
      const client = createClient({ url, token, certificate });
      const program = { httpUrl: url, certificate, host: new URL(url).hostname };
      try {
        await run({ options, program, client, signal, waiting: () => countWaiting(pool) }, parentId);
      } finally {
        await client.call(logout, {}).catch(() => {});
        await client.close();
      }
    } finally {
      await close();
    }
  });
}
