import { Send } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { CommandList } from '../../rules/index.ts';
import { ExplanationStep } from './ExplanationStep.tsx';
import type { AlarmExplanation } from './explanation-types.ts';

interface NotifiedStepProps {
  commands: AlarmExplanation['notified'];
  /** Health only raises alarms; rules may also run commands. */
  isOfRule: boolean;
}

/** Recipients and commands, with their results. */
export function NotifiedStep({ commands, isOfRule }: NotifiedStepProps) {
  const { t } = useTranslation('alarms');
  const nobody = t(isOfRule ? 'why.nobodyByRule' : 'why.nobodyByHealth');
  return (
    <ExplanationStep icon={Send} title={t('why.notified')} lead={commands.length === 0 ? nobody : undefined}>
      {commands.length > 0 && <CommandList commands={commands} />}
    </ExplanationStep>
  );
}
