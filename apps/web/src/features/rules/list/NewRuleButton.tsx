import { Button } from '@mui/material';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigation } from '../../../ui/navigation/use-navigation.ts';
import { newRulePath } from '../paths.ts';

interface NewRuleButtonProps {
  twinId: number;
  label?: string;
  disabled?: boolean;
}

export function NewRuleButton({ twinId, label, disabled = false }: NewRuleButtonProps) {
  const { t } = useTranslation('rules');
  const { go } = useNavigation();
  return (
    <Button
      variant={label ? 'outlined' : 'contained'}
      startIcon={<Plus aria-hidden />}
      disabled={disabled}
      onClick={() => go(newRulePath(twinId))}
    >
      {label ?? t('list.create')}
    </Button>
  );
}
