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

/** Granted permissions are filled, implied ones only outlined. */
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
  /** The permission that implies this one. */
  through: string | undefined;
  disabled: boolean;
  /** Should be stable, so that a click renders only the permissions that it changes. */
  onToggle: (permission: string) => void;
}

/** One permission of a role; a click cycles through none, allowed and denied. */
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
