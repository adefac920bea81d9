import { defineFeature } from '../../platform/feature/define-feature.ts';
import { secondFactorPort } from '../sessions/index.ts';
import { twoFactorRoutes } from './two-factor.routes.ts';
import { createSecondFactor, createTwoFactorService } from './two-factor.service.ts';

export const feature = defineFeature({
  name: 'two-factor',
  provides: { secondFactor: secondFactorPort },
  create(context) {
    const secondFactor = createSecondFactor(context);
    return {
      provides: { secondFactor },
      routes: twoFactorRoutes(createTwoFactorService({ ...context, secondFactor })),
    };
  },
});
