import type { Db } from '../../platform/db/db.ts';
import { fail } from '../../platform/errors/app-error.ts';
import { findUsableConnector } from './connector.store.ts';
import type { ConnectorKinds } from './kinds.ts';

const mailType = 'mail-outgoing';

/** Whether an account can use the connectors of exports and reports, and whether they can do what they are meant for. */
export function createConnectorChecks({ kinds }: { kinds: ConnectorKinds }) {
  async function typeOf(db: Db, connectorId: number, accountId: number): Promise<string> {
    return ((await findUsableConnector(db, connectorId, accountId)) ?? fail('BRIDGE_NOT_FOUND')).type;
  }

  return {
    /** Null means the mail server of the account. */
    async checkMail(db: Db, { connectorId }: { connectorId: number | null }, accountId: number): Promise<void> {
      if (connectorId !== null && (await typeOf(db, connectorId, accountId)) !== mailType) fail('BRIDGE_NO_MAILS');
    },

    async checkForward(db: Db, { connectorId }: { connectorId: number }, accountId: number): Promise<void> {
      const type = await typeOf(db, connectorId, accountId);
      if (!kinds.find(type)?.capabilities.deliveries) fail('BRIDGE_NO_COMMANDS');
    },
  };
}
