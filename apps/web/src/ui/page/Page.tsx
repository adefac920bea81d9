import { Box, Typography, useMediaQuery } from '@mui/material';
import { type ReactNode, Suspense } from 'react';
import { useReportCurrentPage } from '../../lib/current-page.ts';
import { ErrorBoundary } from '../feedback/ErrorBoundary.tsx';
import { Skeletons } from '../feedback/Skeletons.tsx';
import { ActionButton } from './ActionButton.tsx';
import { ActionMenu } from './ActionMenu.tsx';
import type { PageAction } from './actions.ts';
import { PageDescription, ShowDescriptionButton, useHiddenDescription } from './PageDescription.tsx';
import { type PageTab, PageTabs } from './PageTabs.tsx';

export interface PageProps {
  /** Key of the page in the browser's storage, for instance for a hidden description. */
  id: string;
  title: string;
  /** Replaces the title, for instance by a field to change it. */
  heading?: ReactNode;
  /** Before the title; decoration. */
  icon?: ReactNode;
  /** One sentence about the purpose of the page. */
  description?: ReactNode;
  /** Status chips after the title. */
  status?: ReactNode;
  /** A line of facts below the title of an object, such as its key and owner; never hidden. */
  facts?: ReactNode;
  /** The main action of the page, at the right. */
  primary?: PageAction | undefined;
  /** Prominent actions are beside the primary action on wide screens, the others in a menu. */
  secondary?: readonly PageAction[];
  /** Other tools at the right of the title, such as a time range. */
  tools?: ReactNode;
  tabs?: readonly PageTab[];
  /** At the right of the content on wide screens, below it otherwise. */
  side?: ReactNode;
  children?: ReactNode;
}

function PageActions({ primary, secondary = [], tools }: Pick<PageProps, 'primary' | 'secondary' | 'tools'>) {
  const isWide = useMediaQuery((theme) => theme.breakpoints.up('md'));
  const buttons = isWide ? secondary.filter((action) => action.prominent) : [];
  const inMenu = secondary.filter((action) => !buttons.includes(action));
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
      {tools}
      {buttons.map((action) => (
        <ActionButton key={action.label} action={action} />
      ))}
      {primary && <ActionButton action={primary} primary />}
      {inMenu.length > 0 && <ActionMenu actions={inMenu} />}
    </Box>
  );
}

/** The frame of every page's content. The shell's breadcrumbs lead back. */
export function Page(props: PageProps) {
  const {
    id,
    title,
    heading,
    icon,
    description,
    status,
    facts,
    primary,
    secondary = [],
    tools,
    tabs,
    side,
    children,
  } = props;
  const [hidden, setHidden] = useHiddenDescription(id);
  useReportCurrentPage(title);
  const hasActions = Boolean(primary ?? tools) || secondary.length > 0;
  // A menu alone fits beside the title, even on a phone.
  const wrapOnPhone = primary || tools ? 'wrap' : 'nowrap';
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, minWidth: 0 }}>
      <Box
        sx={{
          display: 'flex',
          flexWrap: { xs: wrapOnPhone, md: 'wrap' },
          alignItems: 'flex-start',
          columnGap: 3,
          rowGap: 1.5,
        }}
      >
        <Box sx={{ flex: '1 1 20rem', minWidth: 0 }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
            {icon}
            {heading ?? (
              <Typography variant="h1" tabIndex={-1} sx={{ overflowWrap: 'anywhere' }}>
                {title}
              </Typography>
            )}
            {status}
            {description && hidden && <ShowDescriptionButton onShow={() => setHidden(false)} />}
          </Box>
          {description && !hidden && <PageDescription onHide={() => setHidden(true)}>{description}</PageDescription>}
          {facts && (
            <Typography component="div" color="textSecondary" sx={{ mt: 0.25 }}>
              {facts}
            </Typography>
          )}
        </Box>
        {hasActions && <PageActions primary={primary} secondary={secondary} tools={tools} />}
      </Box>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: side ? 'minmax(0, 1fr) 20rem' : 'minmax(0, 1fr)' },
        }}
      >
        <Box sx={{ minWidth: 0 }}>
          <ErrorBoundary>
            <Suspense fallback={<Skeletons shape="block" />}>
              {tabs ? <PageTabs tabs={tabs} label={title} /> : children}
            </Suspense>
          </ErrorBoundary>
        </Box>
        {side && <ErrorBoundary>{side}</ErrorBoundary>}
      </Box>
    </Box>
  );
}
