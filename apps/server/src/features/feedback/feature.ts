import { defineFeature } from '../../platform/feature/define-feature.ts';
import type { ScopedGuard } from '../../platform/http/nouns.ts';
import { feedbackRoutes } from './feedback.routes.ts';
import { createFeedbackService } from './feedback.service.ts';
import { feedbackScopes } from './feedback.store.ts';
import { createFeedbackMail, mailKind } from './feedback-mail.ts';

const feedbackGuard: ScopedGuard = {
  noun: 'feedback',
  notFound: 'FEEDBACK_NOT_FOUND',
  seenWith: 'all.manage',
  scopesOf: feedbackScopes,
};

export const feature = defineFeature({
  name: 'feedback',
  create({ files, clock, mail, database: { db } }) {
    const { deliver, discard } = createFeedbackMail({ db, files, mail });
    return {
      guards: [feedbackGuard],
      routes: feedbackRoutes(createFeedbackService({ files, clock })),
      deliverers: { [mailKind]: deliver },
      discarders: { [mailKind]: discard },
    };
  },
});
