import {
  Box,
  Button,
  ButtonBase,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Typography,
  useMediaQuery,
} from '@mui/material';
import type { Dashboard } from '@stellwerk/contract/dashboard';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TimeRangeValue } from '../../../ui/time/time-range.ts';
import { sortedKinds, useWidgetTexts, widgetWebs } from '../kinds/all-kinds.ts';
import { WidgetEditor } from './WidgetEditor.tsx';

export interface AddWidgetProps {
  dashboard: Dashboard;
  range: TimeRangeValue;
  parameters: ReadonlyMap<string, string>;
  onClose: () => void;
}

const kinds = sortedKinds([...widgetWebs.keys()].map((type) => ({ type })));

function KindCard({ type, onChoose }: { type: string; onChoose: () => void }) {
  const texts = useWidgetTexts();
  const Icon = widgetWebs.get(type)?.icon;
  return (
    <ButtonBase
      onClick={onChoose}
      sx={{
        width: 1,
        height: 1,
        p: 2,
        gap: 1.5,
        justifyContent: 'flex-start',
        alignItems: 'flex-start',
        textAlign: 'left',
        border: 1,
        borderColor: 'border.main',
        borderRadius: 1,
        '&:hover, &:focus-visible': { borderColor: 'primary.main', bgcolor: 'background.raised' },
      }}
    >
      <Box
        component="span"
        aria-hidden
        sx={{ display: 'flex', p: 1, borderRadius: 0.75, bgcolor: 'primary.soft', color: 'primary.main' }}
      >
        {Icon && <Icon size="1.25rem" aria-hidden />}
      </Box>
      <Box component="span" sx={{ minWidth: 0 }}>
        <Typography variant="h3" component="span" sx={{ display: 'block' }}>
          {texts.title(type)}
        </Typography>
        <Typography component="span" color="textSecondary" sx={{ display: 'block' }}>
          {texts.description(type)}
        </Typography>
      </Box>
    </ButtonBase>
  );
}

/** Chooses the kind of a new widget; the choice opens the editor. */
export function AddWidget(props: AddWidgetProps) {
  const { t } = useTranslation(['dashboards', 'ui']);
  const titleId = useId();
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const [chosen, setChosen] = useState<string>();
  if (chosen !== undefined) return <WidgetEditor {...props} type={chosen} />;
  return (
    <Dialog open onClose={props.onClose} fullScreen={isPhone} fullWidth maxWidth="md" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('editor.add.title')}</DialogTitle>
      <DialogContent>
        <Typography color="textSecondary" sx={{ mb: 2 }}>
          {t('editor.add.help')}
        </Typography>
        <Box
          component="ul"
          aria-label={t('editor.add.kinds')}
          sx={{
            m: 0,
            p: 0,
            listStyle: 'none',
            display: 'grid',
            gap: 1.5,
            gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 20rem), 1fr))',
          }}
        >
          {kinds.map(({ type }) => (
            <li key={type}>
              <KindCard type={type} onChoose={() => setChosen(type)} />
            </li>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={props.onClose}>{t('ui:cancel')}</Button>
      </DialogActions>
    </Dialog>
  );
}
