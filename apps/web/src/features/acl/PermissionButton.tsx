import { Box, ButtonBase, Tooltip } from '@mui/material';
import { Check, type LucideIcon, Minus, X } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PermissionState } from './permission-state.ts';
import { usePermissionTexts } from './permission-texts.ts';

const icons: Record<PermissionState['kind'], LucideIcon> = {
  none: Minus,
  allowed: Check,
  implied: Check,
  denied: X,
  excluded: X,
  overruled: X,
};

/** Given ones are filled, those that follow from another are only outlined. */
const looks: Record<PermissionState['kind'], object> = {
  none: { color: 'text.secondary' },
  allowed: { color: 'ok.main', bgcolor: 'ok.soft', borderColor: 'ok.main', fontWeight: 500 },
  implied: { color: 'ok.main', borderStyle: 'dashed', borderColor: 'ok.main' },
  denied: { color: 'error.main', bgcolor: 'error.soft', borderColor: 'error.main', fontWeight: 500 },
  excluded: { color: 'error.main', borderStyle: 'dashed', borderColor: 'error.main' },
  overruled: { color: 'error.main', borderStyle: 'dashed', borderColor: 'error.main', textDecoration: 'line-through' },
};

export interface PermissionButtonProps {
  subject: string;
  action: string;
  kind: PermissionState['kind'];
  /** What it follows from. */
  through: string | undefined;
  disabled: boolean;
  /** Should be stable, so that a click draws only those anew that it changes. */
  onToggle: (permission: string) => void;
}

/** One permission of a role; a click goes on from nothing to allowed to denied. */
export const PermissionButton = memo(function PermissionButton(props: PermissionButtonProps) {
  const { subject, action, kind, through, disabled, onToggle } = props;
  const { t } = useTranslation('acl');
  const texts = usePermissionTexts();
  const Icon = icons[kind];
  const meaning =
    through === undefined ? t(`matrix.state.${kind}`) : t(`matrix.state.${kind}`, { through: texts.phrase(through) });
  const { name, description } = texts.action(action);
  return (
    <Tooltip title={`${meaning} ${description}`} enterDelay={400}>
      <ButtonBase
        disabled={disabled}
        onClick={() => onToggle(`${subject}.${action}`)}
        aria-label={t('matrix.cell', { subject: texts.subject(subject).name, action: name, state: meaning })}
        sx={{
          justifyContent: 'flex-start',
          gap: 0.75,
          width: '100%',
          minHeight: (theme) => theme.spacing(4),
          px: 1,
          border: 1,
          borderColor: 'border.main',
          borderRadius: 0.75,
          typography: 'body2',
          '&:hover': { bgcolor: 'background.raised' },
          ...looks[kind],
        }}
      >
        <Icon size="0.875rem" aria-hidden />
        <Box component="span" sx={{ whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' }}>
          {name}
        </Box>
      </ButtonBase>
    </Tooltip>
  );
});
