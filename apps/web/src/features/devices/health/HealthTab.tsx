import { Alert, Box, Button, IconButton, Typography } from '@mui/material';
import type { Device } from '@stellwerk/contract/device';
import type { HealthEntry } from '@stellwerk/contract/health';
import { Copy, Pencil, Plus, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/feedback/ConfirmDialog.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { failureOf } from '../../../ui/feedback/failure.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { StatusChip } from '../../../ui/status/StatusChip.tsx';
import { Card } from '../../../ui/surface/Card.tsx';
import { useTwinStates } from '../../states/index.ts';
import { HealthEntryDialog } from './HealthEntryDialog.tsx';
import { useDriverHealth, useHealthActions } from './health.queries.ts';
import { ProblemList } from './ProblemList.tsx';

interface EntryListProps {
  label: string;
  entries: readonly HealthEntry[];
  onEdit?: (entry: HealthEntry) => void;
  onRemove?: (entry: HealthEntry) => void;
}

function EntryList({ label, entries, onEdit, onRemove }: EntryListProps) {
  const { t } = useTranslation('devices');
  if (entries.length === 0) return <Typography color="textSecondary">{t('check.none')}</Typography>;
  return (
    <Box component="ul" aria-label={label} sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
      {entries.map((entry) => {
        const { identifier, category, severity, durationMinutes, message } = entry;
        return (
          <Box component="li" key={identifier} sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
            <StatusChip status={severity} />
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography sx={{ overflowWrap: 'anywhere' }}>{message}</Typography>
              <Typography variant="caption" color="textMuted">
                {identifier} · {t(`health.category.${category}`)} · {t('check.after', { count: durationMinutes })}
              </Typography>
            </Box>
            {onEdit && (
              <IconButton aria-label={t('check.editNamed', { identifier })} onClick={() => onEdit(entry)}>
                <Pencil aria-hidden />
              </IconButton>
            )}
            {onRemove && (
              <IconButton aria-label={t('check.removeNamed', { identifier })} onClick={() => onRemove(entry)}>
                <Trash2 aria-hidden />
              </IconButton>
            )}
          </Box>
        );
      })}
    </Box>
  );
}

type Asked =
  | { kind: 'edit'; entry: HealthEntry | undefined }
  | { kind: 'remove'; entry: HealthEntry }
  | { kind: 'copy' };

/** What is wrong with a device, and by which checks that is judged. */
export function HealthTab({ device }: { device: Device }) {
  const { t } = useTranslation(['devices', 'ui']);
  const { judge, save, copyFromDriver } = useHealthActions(device.id);
  const ofDriver = useDriverHealth(device.driver?.id);
  const states = useTwinStates(device.id);
  const [asked, setAsked] = useState<Asked>();
  const [isJudging, setJudging] = useState(false);
  const { healthConfig: own, abilities } = device;
  const close = () => setAsked(undefined);
  const without = (identifier: string | undefined) => own.filter((each) => each.identifier !== identifier);

  async function judgeNow() {
    setJudging(true);
    await judge(undefined).catch((error: unknown) =>
      showToast({ status: 'error', message: failureOf(error).message ?? t('ui:error.unexpected') }),
    );
    setJudging(false);
  }

  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: '56rem' }}>
      <Card
        title={t('health.problems')}
        action={
          abilities.update && (
            <Button startIcon={<RefreshCw aria-hidden />} loading={isJudging} onClick={() => void judgeNow()}>
              {t('health.judge')}
            </Button>
          )
        }
      >
        <ProblemList device={device} />
      </Card>
      <Card
        title={t('check.own')}
        action={
          abilities.update && (
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
              {device.driver && (
                <Button startIcon={<Copy aria-hidden />} onClick={() => setAsked({ kind: 'copy' })}>
                  {t('check.copy')}
                </Button>
              )}
              <Button startIcon={<Plus aria-hidden />} onClick={() => setAsked({ kind: 'edit', entry: undefined })}>
                {t('check.add')}
              </Button>
            </Box>
          )
        }
      >
        <EntryList
          label={t('check.own')}
          entries={own}
          {...(abilities.update
            ? {
                onEdit: (entry) => setAsked({ kind: 'edit', entry }),
                onRemove: (entry) => setAsked({ kind: 'remove', entry }),
              }
            : {})}
        />
      </Card>
      {device.driver && (
        <Card title={t('check.ofDriver', { title: device.driver.title })}>
          {ofDriver.error && <ErrorState compact error={ofDriver.error} onRetry={() => void ofDriver.refetch()} />}
          {ofDriver.data && <EntryList label={t('check.driverList')} entries={ofDriver.data} />}
        </Card>
      )}
      {!device.driver && own.length === 0 && <Alert severity="info">{t('check.noneAtAll')}</Alert>}
      {asked?.kind === 'edit' && (
        <HealthEntryDialog
          deviceId={device.id}
          keys={(states.data ?? []).map(({ key }) => key).filter((key) => key !== '_raw')}
          entry={asked.entry}
          onSave={(entry) => save([...without(asked.entry?.identifier), entry])}
          onClose={close}
        />
      )}
      {asked?.kind === 'remove' && (
        <ConfirmDialog
          open
          title={t('check.removeQuestion', { identifier: asked.entry.identifier })}
          confirmLabel={t('check.remove')}
          onConfirm={() => save(without(asked.entry.identifier))}
          onClose={close}
        />
      )}
      {asked?.kind === 'copy' && (
        <ConfirmDialog
          open
          title={t('check.copyQuestion')}
          description={t('check.copyText')}
          confirmLabel={t('check.copy')}
          onConfirm={() => copyFromDriver(undefined)}
          onClose={close}
        />
      )}
    </Box>
  );
}
