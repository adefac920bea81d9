import { Box, Typography } from '@mui/material';
import type { Connector } from '@stellwerk/contract/connector';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { withUniqueKeys } from '../../../lib/unique-keys.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { Section } from '../../../ui/surface/Section.tsx';
import { StateChip } from '../ConnectorState.tsx';
import { FramedList } from './FramedList.tsx';
import { useConnectorLogs } from './traffic.queries.ts';

function LogList({ connector: { id, hasConnection } }: { connector: Connector }) {
  const { t } = useTranslation('connectors');
  const formats = useFormats();
  const { data, error, refetch } = useConnectorLogs(id);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeletons shape="rows" />;
  if (data.length === 0) return <EmptyState compact title={t('log.empty')} description={t('log.emptyText')} />;
  return (
    <FramedList label={t('tab.log')}>
      {withUniqueKeys(data, ({ at, state }) => `${at} ${state}`).map(({ key, item: { at, state, message } }) => (
        <Box
          component="li"
          key={key}
          sx={{
            display: 'grid',
            alignItems: 'center',
            columnGap: 2,
            rowGap: 0.25,
            px: 1.5,
            py: 1,
            gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', md: '13rem 9rem minmax(0, 1fr)' },
          }}
        >
          <Typography component="span" color="textSecondary">
            {formats.exactTime(at)}
          </Typography>
          <span>
            <StateChip state={state} hasConnection={hasConnection} />
          </span>
          <Typography component="span" sx={{ overflowWrap: 'anywhere', gridColumn: { xs: '1 / -1', md: 'auto' } }}>
            {message}
          </Typography>
        </Box>
      ))}
    </FramedList>
  );
}

/** The last hundred changes of its state and refused sign-ins, newest first. */
export function LogTab({ connector }: { connector: Connector }) {
  const { t } = useTranslation('connectors');
  return (
    <Section title={t('tab.log')} description={t('log.description')}>
      <LogList connector={connector} />
    </Section>
  );
}
