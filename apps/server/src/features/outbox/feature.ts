import { defineFeature } from '../../platform/feature/define-feature.ts';
import { outboxRoutes } from './outbox.routes.ts';

export const feature = defineFeature({ name: 'outbox', create: ({ outbox }) => ({ routes: outboxRoutes(outbox) }) });
