import { idFromText } from '@stellwerk/contract/core/id';
import type { Language } from '@stellwerk/contract/text';
import type { Db } from '../../platform/db/db.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Live } from '../../platform/live/live.ts';
import type { Outbox } from '../../platform/outbox/outbox.ts';
import { checkActivity, countUnsealed } from '../activity/index.ts';
import { deleteAllLocks, endSessions } from '../sessions/index.ts';
import { brokenConnectors, connectorsByState, failedJobs, openJobs } from './console.store.ts';

export interface CommandParts {
  jobs: Pick<Jobs, 'cancel' | 'kinds'>;
  outbox: Pick<Outbox, 'stats' | 'retryParked'>;
  live: Pick<Live, 'size' | 'closeSession'>;
  /** Packets that are accepted and not applied yet. */
  waitingPackets: () => number;
}

export interface Command {
  name: string;
  usage: string;
  changesSomething: boolean;
  description: Record<Language, string>;
  run(db: Db, args: readonly string[]): Promise<string[]>;
}

const idIn = ([text, ...rest]: readonly string[], usage: string): number =>
  (rest.length === 0 ? idFromText(text) : undefined) ?? fail('CONSOLE_ARGUMENTS_INVALID', { usage });

type ListedJob = Awaited<ReturnType<typeof openJobs>>[number];
const jobLine = ({ id, accountId, kind, state, done, total, errorCount }: ListedJob) =>
  `#${id}  ${state}  ${kind}  account ${accountId}  ${done}/${total ?? '?'}  errors ${errorCount}`;

const orNone = (lines: string[]) => (lines.length > 0 ? lines : ['–']);

/** Every command of the terminal. Each one is written here; nothing a user types is executed in any other way. */
export function createCommands({ jobs, outbox, live, waitingPackets }: CommandParts): Command[] {
  const read = { usage: '', changesSomething: false };
  const commands: Command[] = [
    {
      ...read,
      name: 'jobs',
      description: { de: 'Offene Hintergrundaufträge', en: 'Open background jobs' },
      run: async (db) => orNone((await openJobs(db)).map(jobLine)),
    },
    {
      ...read,
      name: 'jobs-failed',
      description: { de: 'Gescheiterte Hintergrundaufträge', en: 'Failed background jobs' },
      run: async (db) => orNone((await failedJobs(db)).map(jobLine)),
    },
    {
      name: 'job-cancel',
      usage: '<id>',
      changesSomething: true,
      description: { de: 'Einen Hintergrundauftrag abbrechen', en: 'Cancel a background job' },
      run: async (db, args) => [await jobs.cancel(db, idIn(args, 'job-cancel <id>'))],
    },
    {
      ...read,
      name: 'connectors',
      description: {
        de: 'Konnektoren nach Zustand, und die gestörten',
        en: 'Connectors by state, and the broken ones',
      },
      run: async (db) =>
        orNone([
          ...(await connectorsByState(db)).map(({ state, count }) => `${state}: ${count}`),
          ...(await brokenConnectors(db)).map(
            ({ id, accountId, type, name }) => `#${id}  error  ${type}  account ${accountId}  ${name}`,
          ),
        ]),
    },
    {
      ...read,
      name: 'outbox',
      description: { de: 'Wartende Zustellungen nach Ziel', en: 'Waiting deliveries by target' },
      run: async () => {
        const { ready, waiting, parked, oldestAt, targets } = await outbox.stats();
        return [
          `ready ${ready}  waiting ${waiting}  parked ${parked}  oldest ${oldestAt?.toISOString() ?? '–'}`,
          ...targets.map(
            (each) => `${each.target}  waiting ${each.waiting}  parked ${each.parked}  ${each.lastError?.code ?? ''}`,
          ),
        ];
      },
    },
    {
      name: 'outbox-retry',
      usage: '<target>',
      changesSomething: true,
      description: {
        de: 'Zurückgestellte Zustellungen eines Ziels erneut versuchen',
        en: 'Retry parked deliveries of a target',
      },
      async run(_db, [target, ...rest]) {
        if (!target || rest.length > 0) fail('CONSOLE_ARGUMENTS_INVALID', { usage: 'outbox-retry <target>' });
        await outbox.retryParked(target ?? '');
        return ['ok'];
      },
    },
    {
      ...read,
      name: 'packets',
      description: { de: 'Angenommene Pakete, die noch warten', en: 'Accepted packets that still wait' },
      run: async () => [`waiting ${waitingPackets()}`],
    },
    {
      ...read,
      name: 'live',
      description: { de: 'Offene Live-Verbindungen dieses Prozesses', en: 'Open live connections of this process' },
      run: async () => [`connections ${live.size()}`],
    },
    {
      name: 'sessions-end',
      usage: '<user id>',
      changesSomething: true,
      description: { de: 'Alle Sitzungen eines Benutzers beenden', en: 'End all sessions of a user' },
      async run(db, args) {
        const ended = await endSessions(db, idIn(args, 'sessions-end <user id>'));
        for (const id of ended) live.closeSession(id);
        return [`ended ${ended.length}`];
      },
    },
    {
      name: 'locks-clear',
      usage: '',
      changesSomething: true,
      description: { de: 'Sperren nach falschen Anmeldungen aufheben', en: 'Remove locks after wrong sign-ins' },
      async run(db) {
        await deleteAllLocks(db);
        return ['ok'];
      },
    },
    {
      ...read,
      name: 'activity-check',
      usage: '[account id]',
      description: { de: 'Siegel der Systemprotokolle prüfen', en: 'Verify the seals of the system logs' },
      async run(db, args) {
        const accountId = args.length > 0 ? idIn(args, 'activity-check [account id]') : undefined;
        const lines: string[] = [];
        for await (const { accountId: owner, entries, found } of checkActivity(db, accountId)) {
          lines.push(
            `account ${owner ?? '–'}  entries ${entries}  ${found ? `BROKEN ${JSON.stringify(found)}` : 'ok'}`,
          );
        }
        return [...lines, `unsealed ${await countUnsealed(db)}`];
      },
    },
  ];
  return commands;
}
