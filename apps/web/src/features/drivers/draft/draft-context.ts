import type { Driver } from '@stellwerk/contract/driver';
import { createContext, use } from 'react';
import type { Content } from './content.ts';

export interface Draft {
  driver: Driver;
  /** As it stands on the screen. */
  content: Content;
  change: (part: Partial<Content>) => void;
  isDirty: boolean;
  /** Undefined while nothing may be changed. */
  save: (() => Promise<boolean>) | undefined;
  mayEdit: boolean;
  /** What is wrong at a path such as `variables.3.name`. */
  issueAt: (path: string) => string | undefined;
  /** Forgets unsaved changes. */
  revert: () => void;
}

export const DraftContext = createContext<Draft | null>(null);

export function useDraft(): Draft {
  const draft = use(DraftContext);
  if (!draft) throw new Error('There is no draft around this component');
  return draft;
}
