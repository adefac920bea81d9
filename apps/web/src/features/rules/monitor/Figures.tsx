import { Alert, AlertTitle, Box, ButtonBase, Paper, Typography } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { useRuleFigures } from './monitor.queries.ts';

interface FigureProps {
  label: string;
  value: string;
  detail?: string | undefined;
  /** Shown in red unless it is zero. */
  isBad?: boolean;
  onPick?: (() => void) | undefined;
}

function Figure({ label, value, detail, isBad = false, onPick }: FigureProps) {
  const content = (
    <Box sx={{ p: 1.5, width: '100%', textAlign: 'left' }}>
      <Typography variant="caption" color="textSecondary" component="div">
        {label}
      </Typography>
      <Typography
        component="div"
        sx={{ typography: 'h1', fontVariantNumeric: 'tabular-nums', color: isBad ? 'error.main' : 'text.primary' }}
      >
        {value}
        {detail && (
          <Typography component="span" variant="caption" color="textMuted" sx={{ ml: 1 }}>
            {detail}
          </Typography>
        )}
      </Typography>
    </Box>
  );
  return (
    <Paper variant="outlined" sx={{ minWidth: 0, display: 'flex', overflow: 'hidden' }}>
      {onPick ? (
        <ButtonBase onClick={onPick} sx={{ flex: 1, '&:hover': { bgcolor: 'background.raised' } }}>
          {content}
        </ButtonBase>
      ) : (
        content
      )}
    </Paper>
  );
}

export interface FiguresProps {
  filters: Record<string, string[]>;
  onErrors: () => void;
  onAttention: () => void;
}

/** Figures about all rules of the last day, and about rules that need attention, with links to them. */
export function Figures({ filters, onErrors, onAttention }: FiguresProps) {
  const { t } = useTranslation('rules');
  const formats = useFormats();
  const { data, error, refetch } = useRuleFigures(filters);
  if (error && !data) return <ErrorState compact error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeletons shape="block" height={9} />;
  const { rules, active, executions24h, errors24h, openAlarms, paused, waitingMails, limitedAccounts } = data;
  return (
    <>
      {waitingMails > 0 && (
        <Alert severity="error">
          {t('monitor.waitingMails', { count: waitingMails, number: formats.number(waitingMails) })}
        </Alert>
      )}
      {limitedAccounts.length > 0 && (
        <Alert severity="warning">
          <AlertTitle>{t('monitor.limited.title')}</AlertTitle>
          {limitedAccounts.map(({ id, name, limited }) => (
            <div key={id}>{t('monitor.limited.text', { name, count: limited, number: formats.number(limited) })}</div>
          ))}
          {t('monitor.limited.help')}
        </Alert>
      )}
      <Box
        component="section"
        aria-label={t('monitor.figures.label')}
        sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fit, minmax(9.5rem, 1fr))' }}
      >
        <Figure
          label={t('monitor.figures.rules')}
          value={formats.number(rules)}
          detail={`${formats.number(active)} ${t('monitor.figures.active')}`}
        />
        <Figure label={t('monitor.figures.executions24h')} value={formats.number(executions24h)} />
        <Figure
          label={t('monitor.figures.errors24h')}
          value={formats.number(errors24h)}
          isBad={errors24h > 0}
          onPick={onErrors}
        />
        <Figure
          label={t('monitor.figures.openAlarms')}
          value={formats.number(openAlarms)}
          isBad={openAlarms > 0}
          onPick={onAttention}
        />
        <Figure
          label={t('monitor.figures.paused')}
          value={formats.number(paused)}
          isBad={paused > 0}
          onPick={onAttention}
        />
      </Box>
    </>
  );
}
