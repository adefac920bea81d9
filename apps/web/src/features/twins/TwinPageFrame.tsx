import type { PageAction } from '../../ui/page/actions.ts';
import { Page, type PageProps } from '../../ui/page/Page.tsx';
import type { PageTab } from '../../ui/page/PageTabs.tsx';
import { SlotPanels } from '../../ui/slot/SlotPanels.tsx';
import { inOrder, type Placed } from '../../ui/slot/slot-entries.ts';
import { useSlotActions, useSlotTabs } from '../../ui/slot/use-slot.tsx';
import { type TwinContext, twinActions, twinChips, twinTabs } from './slots.ts';

export interface TwinPageFrameProps extends Omit<PageProps, 'tabs' | 'secondary'> {
  context: TwinContext;
  tabs: readonly Placed<PageTab>[];
  actions: readonly Placed<PageAction>[];
}

/** The page of a twin or virtual device: its own tabs and actions together with the contributed ones. */
export function TwinPageFrame({ context, tabs, actions, ...page }: TwinPageFrameProps) {
  const contributedTabs = useSlotTabs(twinTabs, context, context.twin.id);
  const contributed = useSlotActions(twinActions, context);
  return (
    <>
      <Page
        {...page}
        status={
          <>
            {page.status}
            <SlotPanels slot={twinChips} context={context} fallback={null} />
          </>
        }
        tabs={inOrder([...tabs, ...contributedTabs])}
        secondary={inOrder([...actions, ...contributed.actions])}
      />
      {contributed.dialog}
    </>
  );
}
