import type { ScopedGuard } from '../../platform/http/nouns.ts';
import { scopesOf } from '../../platform/tenancy/scoped-from.ts';
import { exportOwners, scopedExports, seesAllFiles } from './data-export.store.ts';

export const dataExportGuard: ScopedGuard = {
  noun: 'dataExport',
  notFound: 'DATA_EXPORT_NOT_FOUND',
  seenWith: seesAllFiles,
  scopesOf: scopesOf(scopedExports),
  ownersOf: exportOwners,
};
