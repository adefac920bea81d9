import { Box, Button, Typography } from '@mui/material';
import type { Connector } from '@stellwerk/contract/connector';
import { CopyPlus, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../lib/abilities.ts';
import { useFormats } from '../../../lib/formats.ts';
import { ConfirmDialog } from '../../../ui/feedback/ConfirmDialog.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { useNavigation } from '../../../ui/navigation/use-navigation.ts';
import { Collapsible } from '../../../ui/surface/Collapsible.tsx';
import { Section } from '../../../ui/surface/Section.tsx';
import { CopyText } from '../CopyText.tsx';
import { newDevicePath } from '../paths.ts';
import { FramedList } from './FramedList.tsx';
import { type UnknownId, useUnknownActions, useUnknownIds } from './traffic.queries.ts';

function UnknownHead({ unknown }: { unknown: UnknownId }) {
  const { t } = useTranslation('connectors');
  const formats = useFormats();
  const { identifier, firstAt, lastAt, count } = unknown;
  return (
    <Box
      component="span"
      sx={{
        display: 'grid',
        columnGap: 2,
        rowGap: 0.25,
        gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', md: 'minmax(0, 1fr) 8rem 17rem 17rem' },
      }}
    >
      <Typography component="span" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
        {identifier}
      </Typography>
      <Typography component="span" color="textSecondary">
        {t('unknownIds.count', { count, shown: formats.number(count) })}
      </Typography>
      <Typography component="span" color="textSecondary" sx={{ gridColumn: { xs: '1 / -1', md: 'auto' } }}>
        {t('unknownIds.first', { time: formats.exactTime(firstAt) })}
      </Typography>
      <Typography component="span" color="textSecondary" sx={{ gridColumn: { xs: '1 / -1', md: 'auto' } }}>
        {t('unknownIds.last', { time: formats.exactTime(lastAt) })}
      </Typography>
    </Box>
  );
}

function UnknownRow({ connector, unknown }: { connector: Connector; unknown: UnknownId }) {
  const { t } = useTranslation('connectors');
  const { go } = useNavigation();
  const mayCreate = useCan('VirtualDevice.manage');
  const { replay, remove } = useUnknownActions(connector.id);
  const [isAsked, setAsked] = useState(false);
  const { identifier, kept, newest, hasDevice } = unknown;

  async function onReplay() {
    const { replayed } = await replay(identifier);
    showToast({ message: t('unknownIds.replayed', { count: replayed }) });
  }

  return (
    <li>
      <Collapsible head={<UnknownHead unknown={unknown} />}>
        {newest === null ? (
          <Typography color="textSecondary">{t('unknownIds.notKept')}</Typography>
        ) : (
          <CopyText text={JSON.stringify(newest, null, 2)} label={t('unknownIds.copy')} />
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {hasDevice ? (
            <Button
              variant="contained"
              startIcon={<RotateCw aria-hidden />}
              disabled={kept === 0}
              // A refused call shows itself.
              onClick={() => void onReplay().catch(() => undefined)}
            >
              {t('unknownIds.replay', { count: kept })}
            </Button>
          ) : (
            mayCreate && (
              <Button
                variant="contained"
                startIcon={<CopyPlus aria-hidden />}
                onClick={() => go(newDevicePath(connector, identifier))}
              >
                {t('unknownIds.create')}
              </Button>
            )
          )}
          <Button onClick={() => setAsked(true)}>{t('unknownIds.remove')}</Button>
        </Box>
      </Collapsible>
      {isAsked && (
        <ConfirmDialog
          open
          title={t('unknownIds.question', { identifier })}
          description={t('unknownIds.questionText')}
          confirmLabel={t('unknownIds.remove')}
          onConfirm={() => remove(identifier)}
          onClose={() => setAsked(false)}
        />
      )}
    </li>
  );
}

function UnknownList({ connector }: { connector: Connector }) {
  const { t } = useTranslation('connectors');
  const { data, error, refetch } = useUnknownIds(connector.id);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeletons shape="rows" />;
  if (data.length === 0) {
    return <EmptyState compact title={t('unknownIds.empty')} description={t('unknownIds.emptyText')} />;
  }
  return (
    <FramedList label={t('tab.unknown')}>
      {data.map((unknown) => (
        <UnknownRow key={unknown.identifier} connector={connector} unknown={unknown} />
      ))}
    </FramedList>
  );
}

/** Ids in messages that belong to no device: most often a device that nobody has created yet. */
export function UnknownTab({ connector }: { connector: Connector }) {
  const { t } = useTranslation('connectors');
  return (
    <Section title={t('tab.unknown')} description={t('unknownIds.description')}>
      <UnknownList connector={connector} />
    </Section>
  );
}
