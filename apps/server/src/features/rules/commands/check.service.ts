import { issuesOf } from '@stellwerk/contract/issues';
import type { RuleCommand } from '@stellwerk/contract/rule';
import { z } from 'zod';
import type { Db } from '../../../platform/db/db.ts';
import { fail } from '../../../platform/errors/app-error.ts';
import type { Actor } from '../../../platform/http/ctx.ts';
import { covers } from '../../../platform/policy/policy.ts';
import type { Sandbox } from '../../../platform/sandbox/sandbox.ts';
import { may } from '../../../platform/tenancy/may.ts';
import { type Connectors, choosableConnectors } from '../../connectors/index.ts';
import { isComputed } from '../../states/index.ts';
import { mayHere } from '../../twins/index.ts';
import { type FoundTarget, findConnectorsOf, findStateByKey, findTargets } from './command.store.ts';
import { type CommandKind, type CommandKinds, scriptIn } from './kinds.ts';
import { scriptProblem } from './script.ts';
import { checkTopic } from './shared-broker.ts';

/** Values of a device may be set with the permission for devices; downlinks need more. */
const mayCommand = (actor: CheckCtx['actor'], acts: 'twin' | 'device', target: FoundTarget): boolean =>
  acts === 'device'
    ? may(actor, 'VirtualDevice.manage', target.scopePath)
    : mayHere(actor, ['DigitalTwin.write', 'VirtualDevice.write'], target);

/** The author of the rule; a background job has no session. */
export interface CheckCtx {
  db: Db;
  actor: Pick<Actor, 'grants'>;
}

export interface CommandsToCheck {
  twin: { id: number };
  commands: readonly RuleCommand[];
  /** Names of the rule's metrics, which scripts of commands may use. */
  aliases: string[];
}

interface Numbered {
  command: RuleCommand;
  kind: CommandKind;
  /** Position of the command in the rule, from 1. */
  number: number;
}

function invalid(number: number, field: string): never {
  const path = `commands.${number - 1}.${field}`;
  const issues = [{ path, code: 'invalid' as const, params: {} }];
  return fail('RULE_COMMAND_INVALID', { number, field: field.replace('options.', '') }, { issues });
}

/** Checks whether a rule of this twin, saved by this user, may send these commands. */
export function createCommandCheck(
  kinds: CommandKinds,
  sandbox: Pick<Sandbox, 'check'>,
  refusalOf: Connectors['refusalOf'],
) {
  function parseOptions({ command, kind, number }: Numbered): Record<string, unknown> {
    const parsed = kind.manifest.options.safeParse(command.options, { reportInput: true });
    if (parsed.success) return parsed.data;
    const issues = issuesOf(parsed.error);
    const [first] = issues;
    const path = (field: string) => `commands.${number - 1}.options.${field}`;
    const params = { number, field: first?.path.split('.')[0] ?? '' };
    return fail('RULE_COMMAND_INVALID', params, {
      issues: issues.map((issue) => ({ ...issue, path: path(issue.path) })),
    });
  }

  async function checkConnector(
    ctx: CheckCtx,
    { command, kind, number }: Numbered,
    own: FoundTarget,
    options: Record<string, unknown>,
  ): Promise<void> {
    const { connectorId } = command;
    if (connectorId === null) {
      if (kind.manifest.isConnectorRequired) invalid(number, 'connectorId');
      return;
    }
    const seen = await choosableConnectors(ctx.db, ctx.actor, [connectorId]);
    const connector = (await findConnectorsOf(ctx.db, [connectorId])).get(connectorId);
    if (!connector || !seen.has(connectorId)) return fail('BRIDGE_NOT_FOUND');
    if (!kind.connectorTypes.includes(connector.type)) invalid(number, 'connectorId');
    if (!covers(connector.accountPath, own.accountPath)) fail('RULE_COMMAND_TARGET', { number });
    // Generic commands are nested in the option `command`.
    const sent = options.command ?? options;
    const refusal = refusalOf(connector.type, z.json().parse(sent));
    if (refusal) fail(refusal);
    await checkTopic(ctx.db, { connector, accountPath: own.accountPath }, sent);
  }

  async function checkTwin(ctx: CheckCtx, { command, kind, number }: Numbered, own: FoundTarget): Promise<FoundTarget> {
    const { acts } = kind.manifest;
    if (acts === 'none') {
      if (command.dtwinId !== null) invalid(number, 'dtwinId');
      return own;
    }
    const id = command.dtwinId ?? own.id;
    const target = (await findTargets(ctx.db, [id])).get(id) ?? fail('DTWIN_NOT_FOUND');
    if (acts === 'device' && target.category !== 'virtualDevice') invalid(number, 'dtwinId');
    const isBelow = covers(own.accountPath, target.accountPath);
    if (!isBelow || !mayCommand(ctx.actor, acts, target)) fail('RULE_COMMAND_TARGET', { number });
    return target;
  }

  async function checkState(
    ctx: CheckCtx,
    { kind, number }: Numbered,
    target: FoundTarget,
    options: Record<string, unknown>,
  ) {
    const { stateKeyOption } = kind.manifest;
    if (stateKeyOption === undefined) return;
    const state = await findStateByKey(ctx.db, target.id, String(options[stateKeyOption]));
    if (!state || isComputed(state.source)) invalid(number, `options.${stateKeyOption}`);
  }

  async function checkScript(
    { kind, number }: Numbered,
    options: Record<string, unknown>,
    { aliases, accountId }: { aliases: string[]; accountId: number },
  ) {
    const { scriptOption = '' } = kind.manifest;
    const source = scriptIn(kind, options);
    if (source === '') return;
    const reason = await scriptProblem(sandbox, { source, aliases, accountId });
    if (reason === undefined) return;
    const issues = [{ path: `commands.${number - 1}.options.${scriptOption}`, code: 'invalid' as const, params: {} }];
    fail('RULE_SCRIPT_INVALID', { alias: kind.manifest.type, reason }, { issues });
  }

  return async (ctx: CheckCtx, { twin, commands, aliases }: CommandsToCheck): Promise<void> => {
    if (commands.length === 0) return;
    const own = (await findTargets(ctx.db, [twin.id])).get(twin.id) ?? fail('DTWIN_NOT_FOUND');
    for (const [index, command] of commands.entries()) {
      const kind = kinds.find(command.type) ?? fail('RULE_COMMAND_UNKNOWN', { type: command.type });
      const numbered = { command, kind, number: index + 1 };
      const options = parseOptions(numbered);
      await checkConnector(ctx, numbered, own, options);
      await checkScript(numbered, options, { aliases, accountId: own.accountId });
      await checkState(ctx, numbered, await checkTwin(ctx, numbered, own), options);
    }
  };
}
