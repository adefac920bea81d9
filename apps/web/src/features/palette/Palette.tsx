import type { Session } from '@stellwerk/contract/session';
import { KeysDialog } from './KeysDialog.tsx';
import type { PaletteView } from './palette-store.ts';
import { SearchDialog } from './SearchDialog.tsx';
import type { PaletteScreen } from './use-groups.ts';

export interface PaletteProps {
  view: Exclude<PaletteView, undefined>;
  screens: readonly PaletteScreen[];
  session: Session;
  onClose: () => void;
}

export function Palette({ view, ...props }: PaletteProps) {
  return view === 'search' ? <SearchDialog {...props} /> : <KeysDialog onClose={props.onClose} />;
}
