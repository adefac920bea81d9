import { Box, Button, Typography } from '@mui/material';
import { CircleAlert, RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';

interface WidgetProblemProps {
  message: string;
  onRetry?: (() => void) | undefined;
}

/** The error of one widget in a small space; other widgets are not affected. */
export function WidgetProblem({ message, onRetry }: WidgetProblemProps) {
  const { t } = useTranslation('ui');
  return (
    <Box
      role="alert"
      sx={{
        height: '100%',
        display: 'flex',
        flexWrap: 'wrap',
        alignContent: 'center',
        alignItems: 'center',
        justifyContent: 'center',
        columnGap: 1,
        rowGap: 0.5,
        overflowY: 'auto',
      }}
    >
      <Box aria-hidden sx={{ display: 'flex', color: 'error.main' }}>
        <CircleAlert size="1.125rem" />
      </Box>
      <Typography variant="body2" color="textSecondary" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {message}
      </Typography>
      {onRetry && (
        <Button size="small" variant="text" startIcon={<RotateCw aria-hidden />} onClick={onRetry}>
          {t('error.retry')}
        </Button>
      )}
    </Box>
  );
}
