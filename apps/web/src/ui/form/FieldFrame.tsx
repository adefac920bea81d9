import { Box, IconButton, Tooltip } from '@mui/material';
import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export interface FieldFrameProps {
  label: string;
  info?: string | undefined;
  children: ReactNode;
}

/** Puts the info sign at the right of the label; inside the label it would be read as a part of the field's name. */
export function FieldFrame({ label, info, children }: FieldFrameProps) {
  const { t } = useTranslation('ui');
  return (
    <Box sx={{ position: 'relative', minWidth: 0 }}>
      {children}
      {info && (
        <Tooltip title={info} enterTouchDelay={0} leaveTouchDelay={6000}>
          <IconButton
            size="small"
            aria-label={t('form.info', { label })}
            sx={{ position: 'absolute', top: (theme) => theme.spacing(-0.75), right: 0 }}
          >
            <Info aria-hidden />
          </IconButton>
        </Tooltip>
      )}
    </Box>
  );
}
