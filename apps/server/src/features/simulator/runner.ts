import type { ConnectorSender, MessageSender, OwnProgram } from '@stellwerk/plugin/connector-sender';
import { ConnectorProblem } from '@stellwerk/plugin/connector-server';
import { createSender } from '@stellwerk/simulator/create-sender';
import type { SenderSpec } from '@stellwerk/simulator/sender';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import type { SendableConnector } from '../connectors/index.ts';
import type { Profiles } from './profiles.ts';
import { createSenderGroup, type Figures, type SenderGroup } from './sender-group.ts';

export interface VirtualSenders {
  id: string;
  connectorId: number;
  senders: readonly SenderSpec[];
}

export interface RunnerOptions {
  profiles: Profiles;
  senders: ReadonlyMap<string, ConnectorSender>;
  connectors: { forSending(connectorId: number): Promise<SendableConnector | undefined> };
  /** Undefined until the server listens. */
  program(): OwnProgram | undefined;
  clock: Clock;
  log: Log;
  retryDelaysMs?: readonly number[];
}

interface Wanted extends VirtualSenders {
  running: SenderGroup | undefined;
}

const nothing: Readonly<Figures> = { sent: 0, refused: 0, problem: null };

/** Runs groups of virtual senders, each independently, between its own start and stop. */
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
    group.running = createSenderGroup({
      senders: made,
      figures: counted,
      open: () => open(group.connectorId),
      clock,
      log,
      ...(options.retryDelaysMs ? { retryDelaysMs: options.retryDelaysMs } : {}),
    });
  }

  async function end(group: Wanted | undefined): Promise<void> {
    const running = group?.running;
    if (group) group.running = undefined;
    await running?.stop();
  }

  /** Serialises changes, so that a group is not started twice. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    turn = turn.then(work).catch((error: unknown) => log.error({ err: error }, 'virtual senders could not be changed'));
    return turn;
  }

  return {
    /** Starts a group, or replaces the group with this id and keeps its figures. */
    run: (group: VirtualSenders): Promise<void> =>
      inTurn(async () => {
        await end(wanted.get(group.id));
        const next: Wanted = { ...group, running: undefined };
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

    /** Figures since the start of this process. */
    figures: (id: string): Readonly<Figures> => figures.get(id) ?? nothing,

    start: (): Promise<void> =>
      inTurn(async () => {
        isStarted = true;
        for (const group of wanted.values()) if (!group.running) begin(group);
      }),

    pause: (): Promise<void> =>
      inTurn(async () => {
        isStarted = false;
        await Promise.all([...wanted.values()].map(end));
      }),
  };
}
export type SimulatorRunner = ReturnType<typeof createRunner>;
