import { alarmReportFields } from '@stellwerk/contract/alarm-report';
import { z } from 'zod';
import { type NounFactories, onlyId } from '../../../../test/noun-factory.ts';
import { alarmReports, type ReportDefinition } from '../alarm-report.table.ts';

const definition: ReportDefinition = z
  .object(alarmReportFields)
  .omit({ name: true, active: true, smartGroupId: true })
  .parse({ actions: [{ connectorId: 1, to: ['test@example.com'] }] });

export const nounFactories: NounFactories = {
  async alarmReport(server, { id: accountId }) {
    const values = { accountId, name: 'test', active: false, definition, coveredUntil: new Date() };
    return onlyId(await server.database.db.insert(alarmReports).values(values).returning({ id: alarmReports.id }));
  },
};
