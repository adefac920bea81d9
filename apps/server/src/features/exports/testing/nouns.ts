import { type NounFactories, onlyId } from '../../../../test/noun-factory.ts';
import { jobs } from '../../../platform/jobs/job.table.ts';
import { dataExports, type ExportDefinition } from '../data-export.table.ts';
import { exportSchedules, type ScheduleDefinition } from '../export-schedule.table.ts';

export const plainDefinition: ExportDefinition = {
  source: { stateIds: [] },
  span: { from: 0, to: 1 },
  layout: {
    format: 'csv',
    aggregation: 'ALL',
    duration: '1h',
    method: 'avg',
    zone: 'Europe/Berlin',
    language: 'de',
    delimiter: ';',
    decimal: ',',
  },
  mail: null,
  forward: null,
};

export const nounFactories: NounFactories = {
  async exportSchedule(server, { id: accountId }) {
    const definition: ScheduleDefinition = {
      ...{ selection: { twins: null, devices: null }, stateKeys: [], timeRange: 'LAST_DAY' },
      ...{ frequency: { unit: 'hourly', minute: 0 }, ...plainDefinition.layout, mail: null, forward: null },
    };
    const values = { accountId, name: 'test', active: false, definition };
    const created = await server.database.db
      .insert(exportSchedules)
      .values(values)
      .returning({ id: exportSchedules.id });
    return onlyId(created);
  },

  async dataExport(server, { id: accountId, scopeId }) {
    const { db } = server.database;
    const job = { accountId, scopeId, kind: 'data-export', title: 'test', payload: {}, state: 'done' as const };
    const jobId = onlyId(await db.insert(jobs).values(job).returning({ id: jobs.id }));
    const values = { accountId, scopeId, jobId, name: 'test', definition: plainDefinition };
    return onlyId(await db.insert(dataExports).values(values).returning({ id: dataExports.id }));
  },
};
