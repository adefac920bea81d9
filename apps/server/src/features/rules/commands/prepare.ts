import type { RuleCommand } from '@stellwerk/contract/rule';
import { oneLine } from '@stellwerk/plugin/placeholder';
import { z } from 'zod';
import type { OutboxEntry } from '../../../platform/outbox/outbox.store.ts';
import type { CommandKind, CommandKinds } from './kinds.ts';
import { type CommandContext, lookupIn } from './render.ts';

/** Entries of the outbox that hold a filled command. */
export const commandKind = 'rule-command';

export const queuedCommand = z.object({
  executionId: z.int(),
  position: z.int(),
  type: z.string(),
  connectorId: z.int().nullable(),
  /** What it acts on; the rule's own twin where it acts on nothing. */
  twinId: z.int(),
  depth: z.int(),
  /** Its placeholders are filled. Null: its kind is missing, or does not know such options any more. */
  options: z.record(z.string(), z.json()).nullable(),
});
export type QueuedCommand = z.output<typeof queuedCommand>;

export interface Place {
  executionId: number;
  /** In the definition. */
  position: number;
  /** How many rules stand between the one that fires and what came from outside. */
  depth: number;
  atMs: number;
}

export interface PreparedCommand {
  type: string;
  /** Whom or what it goes to, in one line. */
  target: string;
  isMail: boolean;
  entry: OutboxEntry;
}

const longestTarget = 300;

export interface FilledCommand {
  target: string;
  options: Record<string, z.core.util.JSONType>;
}

/** Null where the kind can't take these options. */
export function fillCommand(kind: CommandKind, command: RuleCommand, context: CommandContext): FilledCommand | null {
  const parsed = kind.manifest.options.safeParse(command.options);
  if (!parsed.success) return null;
  const filled = kind.server.fill(parsed.data, lookupIn(context));
  const options = z.record(z.string(), z.json()).parse(filled);
  return { target: oneLine(kind.server.targetOf(filled)).slice(0, longestTarget), options };
}

/** Through whom it goes: one that is down holds up its own commands only. */
function lineOf(command: RuleCommand, kind: CommandKind | undefined, { rule }: CommandContext): string {
  if (command.connectorId !== null) return `connector/${command.connectorId}`;
  if (kind?.manifest.isMail) return `mail/${rule.accountId}`;
  return `twin/${command.dtwinId ?? rule.twinId}`;
}

/** At once and without failing: what can't be delivered is found out, and told, at delivery. */
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
  };
  return {
    type,
    target: filled?.target ?? '',
    isMail: kind?.manifest.isMail ?? false,
    entry: { target: lineOf(command, kind, context), key: `rule/${context.rule.id}`, kind: commandKind, payload },
  };
}
