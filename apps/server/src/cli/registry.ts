import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from './command.ts';

const folder = join(import.meta.dirname, 'commands');

/** A file is named like its command, with a hyphen for each space. */
const fileOf = (words: readonly string[]) => `${words.join('-')}.ts`;

const listFiles = async () =>
  (await readdir(folder)).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts')).sort();

async function load(file: string): Promise<Command> {
  const module: { command: Command } = await import(join(folder, file));
  return module.command;
}

export const findCommands = async (): Promise<Command[]> => Promise.all((await listFiles()).map(load));

/** Finds the command that the words begin with, and its arguments. Only the command's own file is loaded. */
export async function matchCommand(words: readonly string[]) {
  const files = await listFiles();
  for (let count = words.length; count > 0; count -= 1) {
    const name = words.slice(0, count);
    if (!files.includes(fileOf(name))) continue;
    const command = await load(fileOf(name));
    if (command.name === name.join(' ')) return { command, args: words.slice(count) };
  }
  return undefined;
}

export const usageOf = ({ name, parameters }: Command) => `stellwerk ${name}${parameters ? ` ${parameters}` : ''}`;

export function describeCommands(commands: readonly Command[]): string {
  const lines = commands.map((command) => `  ${usageOf(command)}\n      ${command.summary}`);
  return ['Usage:', ...lines].join('\n');
}
