import { Share2 } from 'lucide-react';
import { partOf } from '../../ui/lazy-part.tsx';
import { twinActions } from '../twins/index.ts';

export const contributions = [
  twinActions.contribute({
    id: 'share',
    position: 600,
    label: 'twin-sharing:action',
    icon: Share2,
    isOffered: ({ kind, twin }) => kind === 'twin' && twin.abilities.share,
    content: partOf(() => import('./ShareDialog.tsx').then((module) => module.ShareDialog)),
  }),
];
