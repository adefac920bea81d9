import { Send } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { CommandList } from '../../rules/index.ts';
import type { AlarmExplanation } from './explanation-types.ts';
import { StoryStep } from './StoryStep.tsx';

interface NotifiedProps {
  commands: AlarmExplanation['notified'];
  /** Health only raises alarms; rules may do more. */
  isOfRule: boolean;
}

/** Who or what was told because of it, and what became of that. */
export function Notified({ commands, isOfRule }: NotifiedProps) {
  const { t } = useTranslation('alarms');
  const nobody = t(isOfRule ? 'why.nobodyByRule' : 'why.nobodyByHealth');
  return (
    <StoryStep icon={Send} title={t('why.notified')} lead={commands.length === 0 ? nobody : undefined}>
      {commands.length > 0 && <CommandList commands={commands} />}
    </StoryStep>
  );
}
