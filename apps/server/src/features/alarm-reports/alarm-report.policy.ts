import type { ScopedGuard } from '../../platform/http/nouns.ts';
import { scopesOf } from '../../platform/tenancy/scoped-from.ts';
import { scopedReports } from './alarm-report.store.ts';

export const alarmReportGuard: ScopedGuard = {
  noun: 'alarmReport',
  notFound: 'ALARM_REPORT_NOT_FOUND',
  seenWith: 'VirtualDevice.manage',
  scopesOf: scopesOf(scopedReports),
};
