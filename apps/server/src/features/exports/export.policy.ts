import { seesSchedules } from '@stellwerk/contract/export-schedule';
import type { ScopedGuard } from '../../platform/http/nouns.ts';
import { scopesOf } from '../../platform/tenancy/scoped-from.ts';
import { exportKeys, exportOwners, scopedExports, seesAllFiles } from './data-export.store.ts';
import { scheduleKeys, scheduleOwners, scopedSchedules } from './export-schedule.store.ts';

export const dataExportGuard: ScopedGuard = {
  noun: 'dataExport',
  notFound: 'DATA_EXPORT_NOT_FOUND',
  seenWith: seesAllFiles,
  scopesOf: scopesOf(scopedExports),
  ownersOf: exportOwners,
  keysOf: exportKeys,
};

export const scheduleGuard: ScopedGuard = {
  noun: 'exportSchedule',
  notFound: 'EXPORT_SCHEDULE_NOT_FOUND',
  seenWith: seesSchedules,
  scopesOf: scopesOf(scopedSchedules),
  ownersOf: scheduleOwners,
  keysOf: scheduleKeys,
};
