import { Box, IconButton, TableCell, TableRow, Tooltip, Typography } from '@mui/material';
import type { State } from '@stellwerk/contract/state';
import { GripVertical, History } from 'lucide-react';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderHandle } from '../../../ui/order/use-reorder.ts';
import { ActionMenu } from '../../../ui/page/ActionMenu.tsx';
import type { PageAction } from '../../../ui/page/actions.ts';
import { StatusChip } from '../../../ui/status/StatusChip.tsx';
import { fromTablet } from '../../../ui/table/from-tablet.ts';
import { TitleCell } from '../../../ui/table/TitleCell.tsx';
import { Age } from '../../../ui/value/Age.tsx';
import { stateIconOf } from '../state-icons.ts';
import { ValueText } from '../values/ValueText.tsx';

export interface StateRowProps {
  state: State;
  actions: PageAction[];
  onHistory: () => void;
  /** Absent where the order can't be changed. */
  handle: OrderHandle | undefined;
  isDragged: boolean;
  rowRef: Ref<HTMLTableRowElement>;
}

const fromSmall = { display: { xs: 'none', sm: 'table-cell' } } as const;

function Current({ state }: { state: State }) {
  const { visualisation, validSeconds, timestamp, problem } = state;
  return (
    <Box sx={{ minWidth: 0 }}>
      <ValueText value={state.value} unit={state.unit} decimals={visualisation.decimals} timestamp={timestamp} />
      <Typography variant="caption" component="div">
        <Age at={timestamp} staleAfterMs={validSeconds === null ? undefined : validSeconds * 1000} />
      </Typography>
      {problem && (
        <Typography variant="caption" component="div" color="error" sx={{ overflowWrap: 'anywhere' }}>
          {problem.message}
        </Typography>
      )}
    </Box>
  );
}

export function StateRow({ state, actions, onHistory, handle, isDragged, rowRef }: StateRowProps) {
  const { t } = useTranslation('states');
  const { title, key, icon, source, visualisation, status } = state;
  const Icon = stateIconOf(icon);
  return (
    <TableRow
      ref={rowRef}
      sx={isDragged ? { bgcolor: 'primary.soft' } : { '&:hover': { bgcolor: 'background.raised' } }}
    >
      {handle && (
        <TableCell padding="none">
          <Tooltip title={t('order.hint')}>
            <IconButton
              size="small"
              {...handle}
              aria-label={t('order.handle', { title })}
              sx={{ cursor: isDragged ? 'grabbing' : 'grab', touchAction: 'none' }}
            >
              <GripVertical aria-hidden />
            </IconButton>
          </Tooltip>
        </TableCell>
      )}
      <TableCell component="th" scope="row" sx={{ fontWeight: 'inherit' }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
          {Icon && (
            <Box aria-hidden sx={{ display: { xs: 'none', sm: 'flex' }, color: 'text.muted', flexShrink: 0 }}>
              <Icon size="1.125rem" />
            </Box>
          )}
          <TitleCell title={title} detail={key} />
        </Box>
      </TableCell>
      <TableCell>
        <Current state={state} />
      </TableCell>
      <TableCell sx={fromSmall}>{status === 'unknown' ? '—' : <StatusChip status={status} />}</TableCell>
      <TableCell sx={{ ...fromTablet, whiteSpace: 'nowrap' }}>{t(`source.${source}.title`)}</TableCell>
      <TableCell sx={{ ...fromTablet, whiteSpace: 'nowrap' }}>{t(`component.${visualisation.component}`)}</TableCell>
      <TableCell align="right" sx={{ whiteSpace: 'nowrap', px: { xs: 0.5, sm: 1.5 } }}>
        <Tooltip title={t('action.history')}>
          <IconButton
            aria-label={t('action.historyOf', { title })}
            onClick={onHistory}
            // On a phone the menu beside it begins with the history.
            sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
          >
            <History aria-hidden />
          </IconButton>
        </Tooltip>
        <ActionMenu plain actions={actions} label={t('action.menu', { title })} />
      </TableCell>
    </TableRow>
  );
}
