import type { DeviceTemplate, TemplateContent, TemplateDraft } from '@stellwerk/contract/device-template';
import { isSameJson } from '@stellwerk/contract/template-changes';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../lib/api.ts';
import { failureOf } from '../../ui/feedback/failure.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { fetchDraft, useTemplateActions } from './template.queries.ts';

const isConflict = (error: unknown) => isApiError(error) && error.code === 'DEVICE_TEMPLATE_CHANGED_MEANWHILE';

/**
 * The content on the screen beside the stored draft. Unsaved changes stay when somebody else saves; then saving reports a
 * conflict with both versions.
 */
export function useTemplateDraft({ id, draft }: DeviceTemplate) {
  const { t } = useTranslation('templates');
  const { update } = useTemplateActions();
  const [kept, setKept] = useState({ base: draft, content: draft.content });
  const [theirs, setTheirs] = useState<TemplateDraft>();
  const [problem, setProblem] = useState<string>();
  const isDirty = !isSameJson(kept.base.content, kept.content);
  if (!isDirty && kept.base.revision !== draft.revision) setKept({ base: draft, content: draft.content });

  async function send(basedOn: number): Promise<boolean> {
    try {
      const saved = await update({ id, draft: kept.content, basedOn });
      setKept({ base: saved.draft, content: saved.draft.content });
      setProblem(undefined);
      setTheirs(undefined);
      showToast({ message: t('draft.saved') });
      return true;
    } catch (error) {
      if (isConflict(error)) setTheirs(await fetchDraft(id));
      else setProblem(failureOf(error).message ?? t('draft.failed'));
      return false;
    }
  }

  return {
    content: kept.content,
    /** The draft as it was loaded. */
    base: kept.base,
    isDirty,
    /** The version of somebody else, while it conflicts with the own changes. */
    theirs,
    problem,
    dismissProblem: () => setProblem(undefined),
    change: (part: Partial<TemplateContent>) => setKept((now) => ({ ...now, content: { ...now.content, ...part } })),
    save: () => (isDirty ? send(kept.base.revision) : Promise.resolve(true)),
    keepMine: () => (theirs ? send(theirs.revision) : Promise.resolve(false)),
    takeTheirs: () => {
      if (theirs) setKept({ base: theirs, content: theirs.content });
      setTheirs(undefined);
    },
    closeConflict: () => setTheirs(undefined),
  };
}
export type TemplateDraftState = ReturnType<typeof useTemplateDraft>;
