import {
  Box,
  Button,
  Paper,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { maxStatesPerTwin, type State } from '@stellwerk/contract/state';
import type { Twin } from '@stellwerk/contract/twin';
import { Activity, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { failureOf } from '../../ui/feedback/failure.ts';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { useReorder } from '../../ui/order/use-reorder.ts';
import { fromTablet } from '../../ui/table/from-tablet.ts';
import { visuallyHidden } from '../../ui/visually-hidden.ts';
import { StateEditor } from './editor/StateEditor.tsx';
import { type StateDialog, StateDialogs } from './StateDialogs.tsx';
import { useLiveValues, useStateOrder, useTwinStates } from './state.queries.ts';
import { StateRow } from './table/StateRow.tsx';
import { type StateAbilities, useCanManage, useStateMenu } from './use-state-menu.ts';

/** Virtual devices are twins, too. */
type TabTwin = Pick<Twin, 'id'> & { abilities: StateAbilities };

interface StatesTableProps {
  twin: TabTwin;
  states: readonly State[];
  onAsk: (dialog: StateDialog) => void;
}

/** The title takes what is left. */
const columns = {
  order: '2.5rem',
  value: { xs: '42%', sm: '30%', md: '22%' },
  status: '8rem',
  source: '11rem',
  component: '10rem',
  actions: { xs: '3.25rem', sm: '7rem' },
};
const fromSmall = { display: { xs: 'none', sm: 'table-cell' } } as const;
function StatesTable({ twin, states, onAsk }: StatesTableProps) {
  const { t } = useTranslation(['states', 'ui']);
  const canManage = useCanManage(twin.abilities);
  const menuOf = useStateMenu(twin.abilities, onAsk);
  const saveOrder = useStateOrder(twin.id);
  const [said, setSaid] = useState('');
  const byId = new Map(states.map((state) => [state.id, state]));
  const reorder = useReorder(
    states.map(({ id }) => id),
    (ids, moved) => {
      setSaid(t('order.moved', { title: byId.get(moved)?.title, place: ids.indexOf(moved) + 1, count: ids.length }));
      saveOrder(ids).catch((error: unknown) =>
        showToast({ message: failureOf(error).message ?? t('ui:error.unexpected'), status: 'error' }),
      );
    },
  );
  return (
    <TableContainer>
      <Box role="status" sx={visuallyHidden}>
        {said}
      </Box>
      <Table aria-label={t('title')} sx={{ tableLayout: 'fixed' }}>
        <TableHead>
          <TableRow>
            {canManage && (
              <TableCell padding="none" sx={{ width: columns.order }}>
                <Box component="span" sx={visuallyHidden}>
                  {t('column.order')}
                </Box>
              </TableCell>
            )}
            <TableCell>{t('column.title')}</TableCell>
            <TableCell sx={{ width: columns.value }}>{t('column.value')}</TableCell>
            <TableCell sx={{ ...fromSmall, width: columns.status }}>{t('column.status')}</TableCell>
            <TableCell sx={{ ...fromTablet, width: columns.source }}>{t('column.source')}</TableCell>
            <TableCell sx={{ ...fromTablet, width: columns.component }}>{t('column.component')}</TableCell>
            <TableCell align="right" sx={{ width: columns.actions }}>
              <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
                {t('column.actions')}
              </Box>
            </TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {reorder.order.map((id) => {
            const state = byId.get(id);
            return (
              state && (
                <StateRow
                  key={id}
                  state={state}
                  actions={menuOf(state)}
                  onHistory={() => onAsk({ kind: 'history', state })}
                  handle={canManage ? reorder.handle(id) : undefined}
                  isDragged={reorder.draggedId === id}
                  rowRef={reorder.rowRef(id)}
                />
              )
            );
          })}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

/** The states of a twin in their order, and everything that can be done with them. */
export function StatesTab({ twin }: { twin: TabTwin }) {
  const { t } = useTranslation('states');
  const formats = useFormats();
  const states = useTwinStates(twin.id);
  const canManage = useCanManage(twin.abilities);
  const [dialog, setDialog] = useState<StateDialog>();
  const [isAdding, setAdding] = useState(false);
  useLiveValues(twin.id);
  const add = canManage && (
    <Button
      variant="contained"
      startIcon={<Plus aria-hidden />}
      disabled={(states.data?.length ?? 0) >= maxStatesPerTwin}
      onClick={() => setAdding(true)}
    >
      {t('action.add')}
    </Button>
  );

  function content() {
    if (states.error && !states.data) return <ErrorState error={states.error} onRetry={() => void states.refetch()} />;
    if (!states.data) return <Skeletons shape="rows" count={5} />;
    if (states.data.length === 0) {
      return <EmptyState icon={Activity} title={t('empty.title')} description={t('empty.description')} action={add} />;
    }
    return (
      <>
        <Box
          sx={{ display: 'flex', alignItems: 'center', gap: 1, p: 1.5, borderBottom: 1, borderColor: 'border.main' }}
        >
          <Typography color="textSecondary" sx={{ flex: 1 }}>
            {t('count', { count: states.data.length, number: formats.number(states.data.length) })}
          </Typography>
          {add}
        </Box>
        <StatesTable twin={twin} states={states.data} onAsk={setDialog} />
      </>
    );
  }

  return (
    <Paper variant="outlined" sx={{ minWidth: 0, overflow: 'hidden' }}>
      {content()}
      {isAdding && <StateEditor twinId={twin.id} onClose={() => setAdding(false)} />}
      <StateDialogs dialog={dialog} onAsk={setDialog} />
    </Paper>
  );
}
