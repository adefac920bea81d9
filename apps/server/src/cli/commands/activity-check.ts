import { parseArgs } from 'node:util';
import { type CheckedChain, checkActivity, countUnsealed } from '../../features/activity/index.ts';
import { loadConfig } from '../../platform/config/config.ts';
import { connect } from '../../platform/db/db.ts';
import { StartError } from '../../platform/instance/start-error.ts';
import { type Command, UsageError } from '../command.ts';
import { withDatabase } from '../database.ts';
import { counted } from '../format.ts';
import { refuseOutdated } from '../outdated.ts';

function accountIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new UsageError('--account takes the number of an account.');
  return Number(text);
}

const whose = ({ accountId }: CheckedChain) => (accountId === null ? 'Entries of no account' : `Account ${accountId}`);

const words = {
  changed: 'was changed',
  missing: 'follows on a missing one',
  reordered: 'stands in another place than before',
  added: 'was added afterwards',
};

function describeBreak(chain: CheckedChain): string {
  const { found } = chain;
  if (!found) return '';
  const place = `place ${found.seq} of the chain`;
  if (found.entryId !== null) return `${whose(chain)}: entry ${found.entryId} ${words[found.kind]} (${place})`;
  return found.kind === 'missing'
    ? `${whose(chain)}: the end is missing (from ${place} on)`
    : `${whose(chain)}: the end was changed (${place})`;
}

export const command: Command = {
  name: 'activity check',
  parameters: '[--account <number>]',
  summary: 'check that no entry of the activity log was changed, removed or moved since it was sealed',
  async run(args, { env, signal }) {
    const { values } = parseArgs({ args, options: { account: { type: 'string' } } });
    const account = accountIn(values.account);
    await withDatabase(await loadConfig(env), {}, async (url) => {
      await refuseOutdated(url);
      const { db, close } = connect({ url, maxConnections: 1 });
      try {
        const chains: CheckedChain[] = [];
        for await (const chain of checkActivity(db, account)) {
          signal.throwIfAborted();
          chains.push(chain);
          if (chain.found) console.error(describeBreak(chain));
          else if (account !== undefined) console.log(`${whose(chain)}: the last hash is ${chain.hash}`);
        }
        const entries = chains.reduce((sum, chain) => sum + chain.entries, 0);
        const unsealed = await countUnsealed(db, account);
        console.log(
          `Checked: ${entries} sealed entries in ${counted(chains.length, 'chain')}; not sealed yet: ${unsealed}`,
        );
        const broken = chains.filter(({ found }) => found).length;
        if (broken > 0) throw new StartError(`Broken: ${counted(broken, 'chain')} of ${chains.length}.`);
      } finally {
        await close();
      }
    });
  },
};
