import { partOf } from '../../ui/lazy-part.tsx';
import { settingsTabs } from '../settings/index.ts';

export const contributions = [
  settingsTabs.contribute({
    id: 'feedback',
    position: 650,
    label: 'feedback:tab',
    permission: 'all.manage',
    content: partOf(() => import('./FeedbackTab.tsx').then((module) => module.FeedbackTab)),
  }),
];
