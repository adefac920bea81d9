import { useTranslation } from 'react-i18next';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';
import { rulesTabPath } from '../paths.ts';
import type { Owner } from './owner.queries.ts';

/** The twin of the rule, with a link to all its rules. */
export function RuleOwner({ twin }: { twin: Pick<Owner, 'id' | 'title' | 'category'> }) {
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
