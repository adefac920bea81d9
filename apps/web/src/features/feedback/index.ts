import { lazy } from 'react';

/** Loaded when it is opened. */
export const FeedbackDialog = lazy(() =>
  import('./FeedbackDialog.tsx').then((module) => ({ default: module.FeedbackDialog })),
);
