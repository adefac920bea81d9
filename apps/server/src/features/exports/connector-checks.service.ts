import type { ExportMail } from '@stellwerk/contract/data-export';
import type { ExportForward } from '@stellwerk/contract/export-schedule';
import type { Db } from '../../platform/db/db.ts';
import { fail } from '../../platform/errors/app-error.ts';
import { type Connectors, findUsableConnector } from '../connectors/index.ts';

const mailType = 'mail-outgoing';

/** Whether an account can use the connectors of an export, and whether they can do what they are meant for. */
export function createConnectorChecks({ kinds }: Pick<Connectors, 'kinds'>) {
  async function typeOf(db: Db, connectorId: number, accountId: number): Promise<string> {
    return ((await findUsableConnector(db, connectorId, accountId)) ?? fail('BRIDGE_NOT_FOUND')).type;
  }

  return {
    async checkMail(db: Db, { connectorId }: ExportMail, accountId: number): Promise<void> {
      if (connectorId !== null && (await typeOf(db, connectorId, accountId)) !== mailType) fail('BRIDGE_NO_MAILS');
    },

    async checkForward(db: Db, { connectorId }: ExportForward, accountId: number): Promise<void> {
      const type = await typeOf(db, connectorId, accountId);
      if (!kinds.find(type)?.capabilities.deliveries) fail('BRIDGE_NO_COMMANDS');
    },
  };
}
