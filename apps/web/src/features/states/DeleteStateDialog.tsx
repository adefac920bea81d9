import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import type { State } from '@stellwerk/contract/state';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { InternalLink } from '../../ui/navigation/InternalLink.tsx';
import { twinStatesPath } from './paths.ts';
import { useLinkedAggregations, useStateActions } from './state.queries.ts';

export interface DeleteStateDialogProps {
  state: State;
  onLineage: () => void;
  onClose: () => void;
}

type Linked = NonNullable<ReturnType<typeof useLinkedAggregations>['data']>;

function LinkedStates({ linked: { states, hidden } }: { linked: Linked }) {
  const { t } = useTranslation('states');
  return (
    <>
      <Typography>{t('delete.blocked')}</Typography>
      <Box component="ul" sx={{ m: 0, mt: 1, pl: 2.5 }}>
        {states.map(({ stateId, title, key, dtwinId, dtwinTitle }) => (
          <li key={stateId}>
            {title ?? key}
            {dtwinId !== null && (
              <>
                {' · '}
                <InternalLink to={twinStatesPath(dtwinId)} underline="always">
                  {dtwinTitle}
                </InternalLink>
              </>
            )}
          </li>
        ))}
        {hidden > 0 && <li>{t('delete.hidden', { count: hidden })}</li>}
      </Box>
    </>
  );
}

/** What is computed from the state forbids its deletion, so it is looked for first. */
export function DeleteStateDialog({ state, onLineage, onClose }: DeleteStateDialogProps) {
  const { t } = useTranslation('states');
  const titleId = useId();
  const linked = useLinkedAggregations(state.dtwinId, state.id);
  const { remove } = useStateActions(state.dtwinId);
  const isFree = linked.isFetchedAfterMount && linked.data && linked.data.states.length + linked.data.hidden === 0;
  if (isFree) {
    return (
      <ConfirmDialog
        open
        title={t('delete.question', { title: state.title })}
        description={t('delete.description')}
        confirmLabel={t('action.delete')}
        onConfirm={async () => {
          await remove(state.id);
          showToast({ message: t('delete.done', { title: state.title }) });
        }}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        {t('delete.blockedTitle', { title: state.title })}
      </DialogTitle>
      <DialogContent>
        {linked.error && <ErrorState compact error={linked.error} onRetry={() => void linked.refetch()} />}
        {!linked.error && !linked.data && <Skeletons shape="lines" />}
        {linked.data && <LinkedStates linked={linked.data} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
        <Button variant="contained" onClick={onLineage}>
          {t('action.lineage')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
