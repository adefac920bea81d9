import { startProgram } from '../../e2e/server.setup.ts';

/** The real program in a process of its own, so that the flood and the server don't share an event loop. */
const program = await startProgram();
process.send?.(program.baseUrl);
process.on('message', async () => {
  await program.stop();
  process.disconnect();
});
