import { Alert, Box, Button, Typography } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../feedback/failure.ts';
import type { NodeId, TreeNode } from './tree-rows.ts';

export interface MoveBarProps {
  picked: TreeNode;
  /** The focused row, as a target. */
  target: TreeNode | undefined;
  canDrop: (toParentId: NodeId | null) => boolean;
  busy: boolean;
  error: unknown;
  onDrop: (toParentId: NodeId | null) => void;
  onCancel: () => void;
}

/** Shows the moved node and offers every way to finish, so that either mouse or keyboard suffices. */
export function MoveBar({ picked, target, canDrop, busy, error, onDrop, onCancel }: MoveBarProps) {
  const { t } = useTranslation('ui');
  return (
    <Box sx={{ borderTop: 1, borderColor: 'border.main', p: 1.5, display: 'flex', flexDirection: 'column', gap: 1 }}>
      <Typography role="status">{t('tree.moving', { label: picked.label })}</Typography>
      {error !== undefined && <Alert severity="error">{failureOf(error).message ?? t('error.unexpected')}</Alert>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {target && canDrop(target.id) && (
          <Button size="small" variant="contained" loading={busy} onClick={() => onDrop(target.id)}>
            {t('tree.moveInto', { label: target.label })}
          </Button>
        )}
        {canDrop(null) && (
          <Button size="small" loading={busy} onClick={() => onDrop(null)}>
            {t('tree.moveToTop')}
          </Button>
        )}
        <Button size="small" disabled={busy} onClick={onCancel}>
          {t('cancel')}
        </Button>
      </Box>
    </Box>
  );
}
