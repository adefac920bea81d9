import { Box, ButtonBase, Typography } from '@mui/material';
import { AlarmClock, type LucideIcon, MapPinned, TrendingUp, Workflow } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { useNavigation } from '../../../ui/navigation/use-navigation.ts';
import { newRulePath, type RuleTemplateName } from '../paths.ts';
import { NewRuleButton } from './NewRuleButton.tsx';

const starts: readonly { name: RuleTemplateName; icon: LucideIcon }[] = [
  { name: 'limit', icon: TrendingUp },
  { name: 'morning', icon: AlarmClock },
  { name: 'zone', icon: MapPinned },
];

/** The purpose of rules, and three templates. */
export function RulesEmpty({ twinId, mayEdit }: { twinId: number; mayEdit: boolean }) {
  const { t } = useTranslation('rules');
  const { go } = useNavigation();
  if (!mayEdit) return <EmptyState icon={Workflow} title={t('list.empty')} description={t('list.emptyHelp')} />;
  return (
    <>
      <EmptyState icon={Workflow} title={t('list.empty')} description={t('list.emptyHelp')} compact />
      <Box
        component="ul"
        aria-label={t('start.title')}
        sx={{
          m: 0,
          px: 2,
          py: 0,
          listStyle: 'none',
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' },
        }}
      >
        {starts.map(({ name, icon: Icon }) => (
          <Box component="li" key={name} sx={{ display: 'flex' }}>
            <ButtonBase
              onClick={() => go(newRulePath(twinId, { start: name }))}
              sx={{
                flex: 1,
                display: 'flex',
                alignItems: 'flex-start',
                justifyContent: 'flex-start',
                gap: 1.5,
                p: 2,
                textAlign: 'left',
                border: 1,
                borderColor: 'border.strong',
                borderRadius: 1,
                '&:hover': { borderColor: 'primary.main', bgcolor: 'primary.soft' },
              }}
            >
              <Box aria-hidden sx={{ display: 'flex', color: 'primary.main' }}>
                <Icon size="1.375rem" />
              </Box>
              <Box component="span">
                <Typography component="span" variant="h3" sx={{ display: 'block' }}>
                  {t(`start.${name}.title`)}
                </Typography>
                <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
                  {t(`start.${name}.text`)}
                </Typography>
              </Box>
            </ButtonBase>
          </Box>
        ))}
      </Box>
      <Box sx={{ display: 'flex', justifyContent: 'center', p: 3 }}>
        <NewRuleButton twinId={twinId} label={t('list.createEmpty')} />
      </Box>
    </>
  );
}
