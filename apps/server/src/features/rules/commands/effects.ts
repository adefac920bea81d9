import type { CommandContext as PluginContext } from '@stellwerk/plugin/command-server';
import type { JsonValue } from '@stellwerk/plugin/connector-server';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { fail } from '../../../platform/errors/app-error.ts';
import type { Live } from '../../../platform/live/live.ts';
import type { Mail } from '../../../platform/mail/mail.ts';
import type { Sandbox } from '../../../platform/sandbox/sandbox.ts';
import type { Devices } from '../../devices/index.ts';
import { type AppliedValue, isComputed, publishApplied, takeSeqs, type Values } from '../../states/index.ts';
import { findStateByKey } from './command.store.ts';
import { runScript, type ScriptVariables } from './script.ts';

export interface EffectDeps {
  connectors: { send(connectorId: number, command: JsonValue): Promise<JsonValue> };
  mail: Pick<Mail, 'sendText'>;
  values: Pick<Values, 'apply'>;
  devices: Pick<Devices, 'queueDownlink'>;
  live: Pick<Live, 'publish'>;
  clock: Clock;
  sandbox: Sandbox;
}

interface Use {
  connectorId: number | null;
  /** The account of the rule, whose mail server is used. */
  accountId: number;
  twinId: number;
  depth: number;
  variables: ScriptVariables | null;
  signal: AbortSignal;
}

export interface Effects {
  context: PluginContext;
  /** To be called after the commit. */
  publish(): void;
}

/** Parsed as JSON for states of type `json`; for all others the type of the state determines the conversion. */
function valueFrom(text: string, valueType: string): JsonValue {
  if (valueType !== 'json') return valueType === 'string' ? text : text.trim();
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}

/** The effects available to one command; those inside the platform run in the caller's transaction. */
export function createEffects(deps: EffectDeps, db: Db, use: Use): Effects {
  const { connectors, mail, values, devices, live, clock, sandbox } = deps;
  const { connectorId, twinId } = use;
  const applied: AppliedValue[] = [];
  const news: (() => void)[] = [];
  return {
    context: {
      signal: use.signal,
      evaluate: (source) =>
        runScript(sandbox, {
          source,
          variables: use.variables ?? fail('INTERNAL_ERROR'),
          accountId: use.accountId,
        }),
      connector: connectorId === null ? undefined : { send: (command) => connectors.send(connectorId, command) },
      mail: { send: (message) => mail.sendText({ ...message, accountId: use.accountId, signal: use.signal }) },
      device: {
        async sendDownlink(downlink) {
          const { id, publish } = await devices.queueDownlink(db, twinId, downlink);
          news.push(publish);
          return { downlinkId: id };
        },
      },
      twin: {
        async setState({ key, ...given }) {
          const state = (await findStateByKey(db, twinId, key)) ?? fail('DTWIN_STATE_NOT_FOUND');
          if (isComputed(state.source)) fail('DTWINSTATE_COMPUTED');
          const value = 'text' in given ? valueFrom(given.text, state.valueType) : given.value;
          const now = clock.now();
          const [seq = 0] = await takeSeqs(db, 1);
          const packet = { shard: 0, seq, origin: 'live', skipTransformer: true } as const;
          const update = { stateId: state.id, value, measuredAt: now, receivedAt: now, ...packet };
          applied.push(...(await values.apply(db, [update], { strict: true, depth: use.depth + 1 })));
          return { stateId: state.id, value: applied.find(({ stateId }) => stateId === state.id)?.value ?? null };
        },
      },
    },
    publish() {
      publishApplied(live, applied);
      for (const tell of news) tell();
    },
  };
}
