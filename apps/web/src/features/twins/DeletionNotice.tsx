import { Alert, Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import type { TwinDependencies } from '@stellwerk/contract/twin';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { InternalLink } from '../../ui/navigation/InternalLink.tsx';

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

function Reasons({ dependencies, blockedText }: { dependencies: TwinDependencies; blockedText: string }) {
  const { t } = useTranslation('twins');
  const formats = useFormats();
  const { devices, aggregatedBy, aggregatedByCount } = dependencies;
  const hidden = aggregatedByCount - aggregatedBy.length;
  return (
    <>
      <Alert severity="warning">{blockedText}</Alert>
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

/** What goes with a twin or a device, in words. */
export function useConsequences(dependencies: TwinDependencies): string[] {
  const { t } = useTranslation('twins');
  const formats = useFormats();
  const { descendants, states, rules, usedByRules, shares, scopes, roleAssignments } = dependencies;
  const counts = { descendants, states, rules, usedByRules, shares, scopes, roleAssignments };
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => t(`delete.consequence.${name}`, { count, shown: formats.number(count) }));
}

interface DeletionNoticeProps {
  /** The question that can't be asked yet. */
  title: string;
  /** Stands above the reasons. */
  blockedText: string;
  dependencies: TwinDependencies | undefined;
  error: unknown;
  onRetry: () => void;
  onClose: () => void;
}

/** Stands in for the question: while it is not known what hangs on the object, and where that forbids a deletion. */
export function DeletionNotice({ title, blockedText, dependencies, error, onRetry, onClose }: DeletionNoticeProps) {
  return (
    <Notice title={title} onClose={onClose}>
      {Boolean(error) && <ErrorState compact error={error} onRetry={onRetry} />}
      {!error && !dependencies && <Skeletons shape="lines" />}
      {dependencies && <Reasons dependencies={dependencies} blockedText={blockedText} />}
    </Notice>
  );
}
