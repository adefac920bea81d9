import { Box, Button, Typography } from '@mui/material';
import { CircleAlert, RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../input/CopyButton.tsx';
import { InternalLink } from '../navigation/InternalLink.tsx';
import { failureOf } from './failure.ts';

export interface ErrorStateProps {
  error: unknown;
  /** The part that could not be shown. */
  title?: string;
  onRetry?: (() => void) | undefined;
  /** The list that the missing object belongs to. */
  listPath?: string;
  compact?: boolean;
}

/** Appears where the error happened, says what to do, and offers a retry. */
export function ErrorState({ error, title, onRetry, listPath, compact = false }: ErrorStateProps) {
  const { t } = useTranslation('ui');
  const { message, code, requestId, isMissing } = failureOf(error);
  return (
    <Box role="alert" sx={{ display: 'flex', gap: 1.5, px: 2.5, py: compact ? 2 : 4, justifyContent: 'center' }}>
      <Box aria-hidden sx={{ color: 'error.main', display: 'flex', pt: 0.25 }}>
        <CircleAlert size="1.25rem" />
      </Box>
      <Box sx={{ maxWidth: '32rem', minWidth: 0 }}>
        <Typography variant="h3" component="p">
          {title ?? t(isMissing ? 'error.missingTitle' : 'error.title')}
        </Typography>
        <Typography color="textSecondary">
          {message ?? t('error.unexpected')}
          {isMissing && ` ${t('error.missing')}`}
        </Typography>
        {(code ?? requestId) && (
          <Box
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, mt: 0.5, color: 'text.muted' }}
          >
            {code && <Typography variant="caption">{t('error.code', { code })}</Typography>}
            {requestId && (
              <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.25, minWidth: 0 }}>
                <Typography variant="caption" sx={{ overflowWrap: 'anywhere' }}>
                  {t('error.requestId', { requestId })}
                </Typography>
                <CopyButton text={requestId} label={t('error.copyRequestId')} />
              </Box>
            )}
          </Box>
        )}
        {isMissing && listPath && (
          <Box sx={{ mt: 1.5 }}>
            <InternalLink to={listPath}>{t('error.toList')}</InternalLink>
          </Box>
        )}
        {/* What does not exist will not appear by asking again. */}
        {onRetry && !isMissing && (
          <Button onClick={onRetry} startIcon={<RotateCw aria-hidden />} sx={{ mt: 1.5 }}>
            {t('error.retry')}
          </Button>
        )}
      </Box>
    </Box>
  );
}
