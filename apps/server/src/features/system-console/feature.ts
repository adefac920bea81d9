import { listConsoleCommands, runConsoleCommand, unlockConsole } from '@stellwerk/contract/system-console';
import { ingestPort } from '../../ingest/ingest.ts';
import { defineFeature } from '../../platform/feature/define-feature.ts';
import { handle } from '../../platform/http/handle.ts';
import { createCommands } from './commands.ts';
import { createConsoleService } from './console.service.ts';

export const feature = defineFeature({
  name: 'system-console',
  needs: { ingest: ingestPort },
  create({ jobs, outbox, live, hashing, clock }, { ingest }) {
    const commands = createCommands({ jobs, outbox, live, waitingPackets: ingest.open });
    const terminal = createConsoleService({ commands, hashing, clock });
    return {
      routes: [
        handle(listConsoleCommands, async (ctx) => ({ data: terminal.list(ctx) })),
        handle(unlockConsole, async (ctx, { body }, { request }) => ({
          data: await terminal.unlock(ctx, { password: body.password, address: request.address }),
        })),
        handle(runConsoleCommand, async (ctx, { body }) => ({ data: { lines: await terminal.run(ctx, body.line) } })),
      ],
    };
  },
});
