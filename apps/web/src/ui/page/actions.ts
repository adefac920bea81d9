import type { LucideIcon } from 'lucide-react';

export interface PageAction {
  /** A verb that names the effect. */
  label: string;
  icon?: LucideIcon;
  onClick?: () => void;
  /** Path inside the app instead of `onClick`. */
  to?: string;
  /** Why the action is not possible now; it is then disabled and shows this text. */
  disabledReason?: string | undefined;
  /** Destroys something: shown in red, last in the menu. */
  danger?: boolean;
  /** A secondary action that has its own button on wide screens instead of an entry in the menu. */
  prominent?: boolean;
}
