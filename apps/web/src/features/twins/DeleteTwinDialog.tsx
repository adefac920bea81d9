import { Alert, Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import type { Twin, TwinDependencies } from '@stellwerk/contract/twin';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { InternalLink } from '../../ui/navigation/InternalLink.tsx';
import { useGo } from '../../ui/navigation/use-go.ts';
import { useTwinActions, useTwinDependencies } from './twin.queries.ts';

interface DeleteTwinDialogProps {
  twin: Twin;
  onClose: () => void;
}

/** A dialog that asks nothing: it waits, or says why nothing can be asked. */
function Notice({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const { t } = useTranslation('twins');
  const titleId = useId();
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1.5 }}>{children}</DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogActions>
    </Dialog>
  );
}

function Reasons({ dependencies }: { dependencies: TwinDependencies }) {
  const { t } = useTranslation('twins');
  const formats = useFormats();
  const { devices, aggregatedBy, aggregatedByCount } = dependencies;
  const hidden = aggregatedByCount - aggregatedBy.length;
  return (
    <>
      <Alert severity="warning">{t('delete.blocked')}</Alert>
      {devices > 0 && (
        <Typography>{t('delete.devices', { count: devices, shown: formats.number(devices) })}</Typography>
      )}
      {aggregatedByCount > 0 && (
        <Box>
          <Typography>
            {t('delete.aggregated', { count: aggregatedByCount, shown: formats.number(aggregatedByCount) })}
          </Typography>
          <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, maxHeight: '16rem', overflow: 'auto' }}>
            {aggregatedBy.map(({ stateId, stateTitle, dtwinId, dtwinTitle }) => (
              <li key={stateId}>
                <InternalLink
                  to={`/digitaltwin-mgmt/${dtwinId}?tab=states`}
                >{`${dtwinTitle} › ${stateTitle}`}</InternalLink>
              </li>
            ))}
          </Box>
          {hidden > 0 && (
            <Typography variant="body2" color="textSecondary">
              {t('delete.hidden', { count: hidden, shown: formats.number(hidden) })}
            </Typography>
          )}
        </Box>
      )}
    </>
  );
}

function useConsequences({ descendants, states, shares, scopes, roleAssignments }: TwinDependencies): string[] {
  const { t } = useTranslation('twins');
  const formats = useFormats();
  const counts = { descendants, states, shares, scopes, roleAssignments };
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => t(`delete.consequence.${name}`, { count, shown: formats.number(count) }));
}

function Question({ twin, dependencies, onClose }: DeleteTwinDialogProps & { dependencies: TwinDependencies }) {
  const { t } = useTranslation('twins');
  const { go } = useGo();
  const { remove } = useTwinActions();
  const { id, title } = twin;
  const consequences = useConsequences(dependencies);
  const above = twin.ancestors.at(-1);
  return (
    <ConfirmDialog
      open
      title={t('delete.question', { title })}
      description={t('delete.description')}
      consequences={consequences}
      confirmLabel={t('delete.action')}
      typeToConfirm={title}
      onConfirm={async () => {
        const { deleted } = await remove(id);
        showToast({ message: t('delete.done', { title, count: deleted, shown: String(deleted) }) });
        go(above ? `/digitaltwin-mgmt/${above.id}` : '/digitaltwin-mgmt');
      }}
      onClose={onClose}
    />
  );
}

/** First what hangs on a twin, then the question whether it should go. */
export function DeleteTwinDialog({ twin, onClose }: DeleteTwinDialogProps) {
  const { t } = useTranslation('twins');
  const { data, error, refetch } = useTwinDependencies(twin.id);
  if (data?.isDeletable) return <Question twin={twin} dependencies={data} onClose={onClose} />;
  return (
    <Notice title={t('delete.question', { title: twin.title })} onClose={onClose}>
      {error && <ErrorState compact error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeletons shape="lines" />}
      {data && <Reasons dependencies={data} />}
    </Notice>
  );
}
