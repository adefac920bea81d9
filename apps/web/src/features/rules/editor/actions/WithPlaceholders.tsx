import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { WithPlaceholders as Frame } from '../../../../ui/form/WithPlaceholders.tsx';
import { useEditor } from '../editor-context.ts';
import type { RuleDraft } from '../rule-draft.ts';
import { placeholdersOf } from './placeholders.ts';

/** Fields with a menu of all placeholders of this rule. */
export function WithPlaceholders({ children }: { children: ReactNode }) {
  const { t } = useTranslation('rules');
  const { twin, mayEdit } = useEditor();
  const metrics = useWatch<RuleDraft, 'metrics'>({ name: 'metrics' });
  const aliases = metrics.map(({ alias }) => alias).filter((alias) => alias !== '');
  const groups = placeholdersOf(aliases, twin).map(({ kind, names }) => ({ title: t(`placeholder.${kind}`), names }));
  return (
    <Frame groups={groups} disabled={!mayEdit}>
      {children}
    </Frame>
  );
}
