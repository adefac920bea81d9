import { defineFeature } from '../../platform/feature/define-feature.ts';
import { assignableRoleGuard, roleGuard, scopeGuard } from './access.policy.ts';

export const feature = defineFeature({
  name: 'access',
  create: () => ({ guards: [scopeGuard, roleGuard, assignableRoleGuard] }),
});
