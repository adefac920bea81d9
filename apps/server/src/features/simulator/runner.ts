import type { ConnectorSender, MessageSender, OwnProgram } from '@stellwerk/plugin/connector-sender';
import { ConnectorProblem } from '@stellwerk/plugin/connector-server';
import { createSender } from '@stellwerk/simulator/create-sender';
import type { SenderSpec } from '@stellwerk/simulator/sender';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import type { SendableConnector } from '../connectors/index.ts';
import { type Crowd, createCrowd, type Figures } from './crowd.ts';
import type { Profiles } from './profiles.ts';

/** Virtual senders of one connector. */
export interface VirtualSenders {
  id: string;
  connectorId: number;
  senders: readonly SenderSpec[];
}

export interface RunnerOptions {
  profiles: Profiles;
  senders: ReadonlyMap<string, ConnectorSender>;
  connectors: { forSending(connectorId: number): Promise<SendableConnector | undefined> };
  /** Undefined until it listens. */
  program(): OwnProgram | undefined;
  clock: Clock;
  log: Log;
  retryDelaysMs?: readonly number[];
}

interface Wanted extends VirtualSenders {
  crowd: Crowd | undefined;
}

const nothing: Readonly<Figures> = { sent: 0, refused: 0, problem: null };

/** Lets virtual senders send, each group by itself. Before it is started, and after it was stopped, they wait. */
export function createRunner(options: RunnerOptions) {
  const { profiles, senders, connectors, program, clock, log } = options;
  const wanted = new Map<string, Wanted>();
  const figures = new Map<string, Figures>();
  let isStarted = false;
  let turn: Promise<void> = Promise.resolve();

  async function open(connectorId: number): Promise<MessageSender> {
    const own = program();
    if (!own) throw new ConnectorProblem('BRIDGE_CONNECTION_LOST');
    const connector = await connectors.forSending(connectorId);
    if (!connector) throw new ConnectorProblem('BRIDGE_NOT_FOUND');
    if (!connector.active) throw new ConnectorProblem('FLEET_CONNECTOR_DISABLED');
    const kind = senders.get(connector.type);
    if (!kind) throw new ConnectorProblem('FLEET_CONNECTOR_UNSUITABLE');
    return kind.open(own, connector);
  }

  function begin(group: Wanted): void {
    const counted = figures.get(group.id) ?? { ...nothing };
    figures.set(group.id, counted);
    counted.problem = null;
    const made = group.senders.flatMap((spec) => {
      const found = profiles.get(spec.profile);
      return found ? [createSender(spec, found.profile)] : [];
    });
    const missing = group.senders.find((spec) => !profiles.has(spec.profile));
    if (missing) counted.problem = { code: 'FLEET_PROFILE_UNKNOWN', params: { profile: missing.profile } };
    group.crowd = createCrowd({
      senders: made,
      figures: counted,
      open: () => open(group.connectorId),
      clock,
      log,
      ...(options.retryDelaysMs ? { retryDelaysMs: options.retryDelaysMs } : {}),
    });
  }

  async function end(group: Wanted | undefined): Promise<void> {
    const crowd = group?.crowd;
    if (group) group.crowd = undefined;
    await crowd?.stop();
  }

  /** One after the other: two changes of the same group must not both begin it. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    turn = turn.then(work).catch((error: unknown) => log.error({ err: error }, 'virtual senders could not be changed'));
    return turn;
  }

  return {
    /** Takes the place of the group with this id, if there is one; its figures go on. */
    run: (group: VirtualSenders): Promise<void> =>
      inTurn(async () => {
        await end(wanted.get(group.id));
        const next: Wanted = { ...group, crowd: undefined };
        wanted.set(group.id, next);
        if (isStarted) begin(next);
      }),

    stop: (id: string): Promise<void> =>
      inTurn(async () => {
        await end(wanted.get(id));
        wanted.delete(id);
        const counted = figures.get(id);
        if (counted) counted.problem = null;
      }),

    /** Of this run of the program. */
    figures: (id: string): Readonly<Figures> => figures.get(id) ?? nothing,

    start: (): Promise<void> =>
      inTurn(async () => {
        isStarted = true;
        for (const group of wanted.values()) if (!group.crowd) begin(group);
      }),

    pause: (): Promise<void> =>
      inTurn(async () => {
        isStarted = false;
        await Promise.all([...wanted.values()].map(end));
      }),
  };
}
export type SimulatorRunner = ReturnType<typeof createRunner>;
