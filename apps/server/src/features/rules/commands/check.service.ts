import { issuesOf } from '@stellwerk/contract/issues';
import type { RuleCommand } from '@stellwerk/contract/rule';
import { fail } from '../../../platform/errors/app-error.ts';
import type { Ctx } from '../../../platform/http/ctx.ts';
import { covers } from '../../../platform/policy/policy.ts';
import { may } from '../../../platform/tenancy/may.ts';
import { choosableConnectors } from '../../connectors/index.ts';
import { isComputed } from '../../states/index.ts';
import { type FoundTarget, findConnectorsOf, findStateByKey, findTargets } from './command.store.ts';
import type { CommandKind, CommandKinds } from './kinds.ts';
import { checkTopic } from './shared-broker.ts';

/** The permission that a command needs on its target. */
const needed = { twin: 'DigitalTwin.write', device: 'VirtualDevice.manage' } as const;

export interface CommandsToCheck {
  /** The twin of the rule. */
  twin: { id: number };
  commands: readonly RuleCommand[];
}

interface Numbered {
  command: RuleCommand;
  kind: CommandKind;
  /** Counted from 1. */
  number: number;
}

function invalid(number: number, field: string): never {
  const path = `commands.${number - 1}.${field}`;
  const issues = [{ path, code: 'invalid' as const, params: {} }];
  return fail('RULE_COMMAND_INVALID', { number, field: field.replace('options.', '') }, { issues });
}

/** Checks whether a rule of this twin, saved by this user, may send these commands. */
export function createCommandCheck(kinds: CommandKinds) {
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
    ctx: Ctx,
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
    await checkTopic(ctx.db, { connector, accountPath: own.accountPath }, options.command ?? options);
  }

  async function checkTwin(ctx: Ctx, { command, kind, number }: Numbered, own: FoundTarget): Promise<FoundTarget> {
    const { acts } = kind.manifest;
    if (acts === 'none') {
      if (command.dtwinId !== null) invalid(number, 'dtwinId');
      return own;
    }
    const id = command.dtwinId ?? own.id;
    const target = (await findTargets(ctx.db, [id])).get(id) ?? fail('DTWIN_NOT_FOUND');
    if (acts === 'device' && target.category !== 'virtualDevice') invalid(number, 'dtwinId');
    const isBelow = covers(own.accountPath, target.accountPath);
    if (!isBelow || !may(ctx.actor, needed[acts], target.scopePath)) fail('RULE_COMMAND_TARGET', { number });
    return target;
  }

  async function checkState(
    ctx: Ctx,
    { kind, number }: Numbered,
    target: FoundTarget,
    options: Record<string, unknown>,
  ) {
    const { stateKeyOption } = kind.manifest;
    if (stateKeyOption === undefined) return;
    const state = await findStateByKey(ctx.db, target.id, String(options[stateKeyOption]));
    if (!state || isComputed(state.source)) invalid(number, `options.${stateKeyOption}`);
  }

  return async (ctx: Ctx, { twin, commands }: CommandsToCheck): Promise<void> => {
    if (commands.length === 0) return;
    const own = (await findTargets(ctx.db, [twin.id])).get(twin.id) ?? fail('DTWIN_NOT_FOUND');
    for (const [index, command] of commands.entries()) {
      const kind = kinds.find(command.type) ?? fail('RULE_COMMAND_UNKNOWN', { type: command.type });
      const numbered = { command, kind, number: index + 1 };
      const options = parseOptions(numbered);
      await checkConnector(ctx, numbered, own, options);
      await checkState(ctx, numbered, await checkTwin(ctx, numbered, own), options);
    }
  };
}
