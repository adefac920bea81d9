import { inAccount } from '../../platform/tenancy/scoped-from.ts';
import { deviceTemplates } from './template.table.ts';

/** Templates lie in the scope of their account. */
export const scopedTemplates = inAccount(deviceTemplates, deviceTemplates);
