import type { Twin } from '@stellwerk/contract/twin';
import { useTranslation } from 'react-i18next';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';
import { rulesTabPath } from '../paths.ts';

/** The twin of the rule, with a link to all its rules. */
export function RuleOwner({ twin }: { twin: Pick<Twin, 'id' | 'title' | 'category'> }) {
  const { t } = useTranslation('rules');
  return (
    <>
      {t('editor.ruleOf')}{' '}
      <InternalLink underline="always" to={rulesTabPath(twin)}>
        {twin.title}
      </InternalLink>
    </>
  );
}
