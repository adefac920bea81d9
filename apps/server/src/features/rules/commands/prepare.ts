import type { RuleCommand } from '@stellwerk/contract/rule';
import { oneLine } from '@stellwerk/plugin/placeholder';
import { z } from 'zod';
import type { OutboxEntry } from '../../../platform/outbox/outbox.store.ts';
import { type CommandKind, type CommandKinds, hasScript } from './kinds.ts';
import { type CommandContext, lookupIn, readableLookupIn, withoutUnits } from './render.ts';
import { scriptVariables, variablesOf } from './script.ts';

export const commandKind = 'rule-command';

export const queuedCommand = z.object({
  executionId: z.int(),
  position: z.int(),
  type: z.string(),
  connectorId: z.int().nullable(),
  /** The target twin; the rule's own twin if the command has no target. */
  twinId: z.int(),
  depth: z.int(),
  /** Options with filled placeholders. Null if the command type is missing, or no longer accepts these options. */
  options: z.record(z.string(), z.json()).nullable(),
  /** For the command's script. Entries from before scripts existed lack it. */
  variables: scriptVariables.nullable().default(null),
});
export type QueuedCommand = z.output<typeof queuedCommand>;

export interface Place {
  executionId: number;
  position: number;
  /** Number of rules in the chain between the value from outside and the rule that fires. */
  depth: number;
  atMs: number;
}

export interface PreparedCommand {
  type: string;
  /** One-line description of the recipient. */
  target: string;
  isMail: boolean;
  entry: OutboxEntry;
}

const longestTarget = 300;

interface FilledCommand {
  target: string;
  options: Record<string, z.core.util.JSONType>;
}

/** Mails are read by people, all other commands by machines. */
const readableOptions = <T>(options: T, context: CommandContext): T =>
  typeof options === 'object' && options !== null
    ? (Object.fromEntries(
        Object.entries(options).map(([name, value]) => [
          name,
          typeof value === 'string' ? withoutUnits(value, context) : value,
        ]),
      ) as T)
    : options;

/** Null if the options are invalid for this command type. */
export function fillCommand(kind: CommandKind, command: RuleCommand, context: CommandContext): FilledCommand | null {
  const parsed = kind.manifest.options.safeParse(command.options);
  if (!parsed.success) return null;
  const filled = kind.manifest.isMail
    ? kind.server.fill(readableOptions(parsed.data, context), readableLookupIn(context))
    : kind.server.fill(parsed.data, lookupIn(context));
  const options = z.record(z.string(), z.json()).parse(filled);
  return { target: oneLine(kind.server.targetOf(filled)).slice(0, longestTarget), options };
}

/** The outbox queue of the command: an unreachable connector only blocks its own commands. */
function lineOf(command: RuleCommand, kind: CommandKind | undefined, { rule }: CommandContext): string {
  if (command.connectorId !== null) return `connector/${command.connectorId}`;
  if (kind?.manifest.isMail) return `mail/${rule.accountId}`;
  return `twin/${command.dtwinId ?? rule.twinId}`;
}

/** Synchronous, and never throws: problems are detected and reported at delivery. */
export function prepareCommand(
  kinds: CommandKinds,
  context: CommandContext,
  command: RuleCommand,
  { executionId, position, depth, atMs }: Place,
): PreparedCommand {
  const kind = kinds.find(command.type);
  const filled = kind ? fillCommand(kind, command, { ...context, atMs }) : null;
  const { type, connectorId } = command;
  const payload: QueuedCommand = {
    executionId,
    position,
    type,
    connectorId,
    twinId: command.dtwinId ?? context.rule.twinId,
    depth,
    options: filled?.options ?? null,
    variables: kind && hasScript(kind, command.options) ? variablesOf(context, atMs) : null,
  };
  return {
    type,
    target: filled?.target ?? '',
    isMail: kind?.manifest.isMail ?? false,
    entry: { target: lineOf(command, kind, context), key: `rule/${context.rule.id}`, kind: commandKind, payload },
  };
}
