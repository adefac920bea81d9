import { Paper } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { Page } from '../../ui/page/Page.tsx';
import { Tutorial } from './start/Tutorial.tsx';

/** The four steps from an empty account to the first values. */
export function TutorialPage() {
  const { t } = useTranslation('home');
  return (
    <Page id="tutorial" title={t('tutorial.title')} description={t('tutorial.description')}>
      <Paper variant="outlined" sx={{ p: { xs: 2, sm: 3 } }}>
        <Tutorial />
      </Paper>
    </Page>
  );
}
