import { type RuleCommand, ruleLimits } from '@stellwerk/contract/rule';
import type { Db } from '../../../platform/db/db.ts';
import { bookCommands, countLimited } from './record.store.ts';

export interface Wish<K> {
  key: K;
  accountId: number;
  commands: readonly RuleCommand[];
  /** Mails are not sent; they don't count against the limits. */
  isMuted: boolean;
}

/** The decision for each command, by its position in the definition. */
export interface Granted {
  allowed: readonly ('queued' | 'limited' | 'cut' | 'muted')[];
}

const isMail = ({ type }: RuleCommand) => type === 'mail';
const loudOf = <K>({ commands, isMuted }: Wish<K>) => (isMuted ? commands.filter((each) => !isMail(each)) : commands);

/**
 * Grants commands in the order of the requests, until the hourly limit of the account is reached. A chain of rules that
 * have triggered each other too many times is granted no commands.
 */
export async function grant<K>(
  db: Db,
  wishes: readonly Wish<K>[],
  { now, depth }: { now: Date; depth: number },
): Promise<Map<K, Granted>> {
  const granted = new Map<K, Granted>();
  if (depth >= ruleLimits.chainDepth) {
    for (const { key, commands } of wishes) granted.set(key, { allowed: commands.map(() => 'cut') });
    return granted;
  }
  const byAccount = Map.groupBy(
    wishes.filter(({ commands }) => commands.length > 0),
    ({ accountId }) => accountId,
  );
  const wanted = [...byAccount].map(([accountId, list]) => ({
    accountId,
    commands: list.reduce((sum, wish) => sum + loudOf(wish).length, 0),
    mails: list.reduce((sum, wish) => sum + loudOf(wish).filter(isMail).length, 0),
  }));
  const spent = await bookCommands(db, wanted, now);
  const limited = new Map<number, number>();
  for (const { key, accountId, commands, isMuted } of wishes) {
    const account = spent.get(accountId) ?? { commands: 0, mails: 0 };
    spent.set(accountId, account);
    const allowed = commands.map((command) => {
      if (isMuted && isMail(command)) return 'muted';
      account.commands += 1;
      account.mails += isMail(command) ? 1 : 0;
      const isOver =
        account.commands > ruleLimits.commandsPerHour || (isMail(command) && account.mails > ruleLimits.mailsPerHour);
      if (isOver) limited.set(accountId, (limited.get(accountId) ?? 0) + 1);
      return isOver ? 'limited' : 'queued';
    });
    granted.set(key, { allowed });
  }
  await countLimited(db, limited, now);
  return granted;
}
