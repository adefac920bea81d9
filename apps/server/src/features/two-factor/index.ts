export { twoFactorRoutes } from './two-factor.routes.ts';
export { createSecondFactor, createTwoFactorService } from './two-factor.service.ts';
