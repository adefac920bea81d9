import { Divider } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '../SectionCard.tsx';
import { AggregateInput } from './AggregateInput.tsx';
import { AlarmInput } from './AlarmInput.tsx';
import { CommandsInput } from './CommandsInput.tsx';

/** The alarm and the commands of a rule whose conditions are met. */
export function ActionsSection({ step }: { step: number }) {
  const { t } = useTranslation('rules');
  return (
    <SectionCard step={step} title={t('section.actions')} description={t('section.actionsHelp')}>
      <AlarmInput />
      <Divider />
      <CommandsInput />
      <AggregateInput />
    </SectionCard>
  );
}
