export type { CheckCtx } from './check.service.ts';
export { type Commands, type CommandsDeps, createCommands } from './commands.service.ts';
export type { CommandKind, CommandKindOnWire, CommandKinds } from './kinds.ts';
export { commandKind, type Place, type PreparedCommand } from './prepare.ts';
export { type CommandContext, render } from './render.ts';
export type { CommandTest, TestedCommand } from './test.service.ts';
