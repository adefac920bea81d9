import type { Twin } from '@stellwerk/contract/twin';
import { FileUp, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../lib/abilities.ts';
import { Page } from '../../ui/page/Page.tsx';
import { AccountChoice } from './AccountChoice.tsx';
import { CreateTwinDialog } from './CreateTwinDialog.tsx';
import type { NamedTwin } from './TwinField.tsx';
import { ViewSwitch } from './ViewSwitch.tsx';

interface TwinsFrameProps {
  /** `tree`, `list` or the id of a contributed view. */
  view: string;
  /** Where a new twin is put unless another place is chosen. */
  parent?: NamedTwin | undefined;
  onCreated: (twin: Twin) => void;
  children: ReactNode;
}

const importPath = '/digitaltwin-mgmt/bulk-import';

/** Title, account and actions of all views of the twins. */
export function TwinsFrame({ view, parent, onCreated, children }: TwinsFrameProps) {
  const { t } = useTranslation('twins');
  const mayCreate = useCan('DigitalTwin.write');
  const mayImport = useCan('DigitalTwin.manage');
  const [isCreating, setCreating] = useState(false);
  return (
    <>
      <Page
        id="twins"
        title={t('title')}
        description={t('description')}
        tools={
          <>
            <AccountChoice />
            <ViewSwitch view={view} />
          </>
        }
        secondary={mayImport ? [{ label: t('create.import'), icon: FileUp, to: importPath }] : []}
        primary={mayCreate ? { label: t('create.action'), icon: Plus, onClick: () => setCreating(true) } : undefined}
      >
        {children}
      </Page>
      {isCreating && <CreateTwinDialog parent={parent} onCreated={onCreated} onClose={() => setCreating(false)} />}
    </>
  );
}
