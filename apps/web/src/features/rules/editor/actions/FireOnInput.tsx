import { Box } from '@mui/material';
import { fireModes } from '@stellwerk/contract/rule';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { SelectInput } from '../../../../ui/form/SelectInput.tsx';
import { conditionsIn, type RuleDraft } from '../rule-draft.ts';

/** When the commands are sent; without conditions each trigger sends them. */
export function FireOnInput() {
  const { t } = useTranslation('rules');
  const conditions = conditionsIn(useWatch<RuleDraft, 'conditions'>({ name: 'conditions' }));
  if (conditions.mode === 'always') return null;
  return (
    <Box sx={{ maxWidth: '26rem' }}>
      <SelectInput
        name="fireOn"
        label={t('command.fireOn')}
        options={fireModes.map((value) => ({
          value,
          label: t(`command.fireModes.${value}`),
          detail: t(`command.fireModesHelp.${value}`),
        }))}
      />
    </Box>
  );
}
