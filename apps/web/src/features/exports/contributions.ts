import { readsOwnStates } from '@stellwerk/contract/state';
import { FileDown } from 'lucide-react';
import { partOf } from '../../ui/lazy-part.tsx';
import { twinActions } from '../twins/index.ts';

export const contributions = [
  twinActions.contribute({
    id: 'export',
    position: 550,
    label: 'exports:action.twin',
    icon: FileDown,
    permission: readsOwnStates,
    content: partOf(() => import('./TwinExport.tsx').then((module) => module.TwinExport)),
  }),
];
