import { Box, Tab, Tabs } from '@mui/material';
import { type ReactNode, Suspense, useId } from 'react';
import { useFormats } from '../../lib/formats.ts';
import { ErrorBoundary } from '../feedback/ErrorBoundary.tsx';
import { Skeletons } from '../feedback/Skeletons.tsx';
import { useSearchParams } from '../navigation/use-search-params.ts';

export interface PageTab {
  /** Value of the parameter in the address. */
  id: string;
  label: string;
  /** Shown after the label. */
  count?: number | undefined;
  content: ReactNode;
}

export interface PageTabsProps {
  tabs: readonly PageTab[];
  /** Name of the parameter in the address. */
  parameter?: string;
  label: string;
}

/** Tabs with their state in the address: a link opens the same tab, and "back" returns to the previous one. */
export function PageTabs({ tabs, parameter = 'tab', label }: PageTabsProps) {
  const id = useId();
  const formats = useFormats();
  const [search, change] = useSearchParams();
  const active = tabs.find((tab) => tab.id === search[parameter]) ?? tabs[0];
  if (!active) return null;
  const select = (next: string) => change({ [parameter]: next === tabs[0]?.id ? undefined : next }, { replace: false });
  return (
    <>
      <Tabs
        value={active.id}
        onChange={(_, next: string) => select(next)}
        variant="scrollable"
        scrollButtons="auto"
        aria-label={label}
      >
        {tabs.map((tab) => (
          <Tab
            key={tab.id}
            value={tab.id}
            id={`${id}-${tab.id}`}
            {...(tab.id === active.id ? { 'aria-controls': `${id}-panel` } : {})}
            label={
              <span>
                {tab.label}
                {tab.count !== undefined && (
                  <Box component="span" sx={{ ml: 0.75, color: 'text.muted' }}>
                    {formats.number(tab.count)}
                  </Box>
                )}
              </span>
            }
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${active.id}`} sx={{ pt: 2 }}>
        <ErrorBoundary key={active.id}>
          <Suspense fallback={<Skeletons shape="block" />}>{active.content}</Suspense>
        </ErrorBoundary>
      </Box>
    </>
  );
}
