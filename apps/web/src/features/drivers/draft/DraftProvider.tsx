import { Alert } from '@mui/material';
import type { Driver } from '@stellwerk/contract/driver';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../lib/api.ts';
import { ConfirmDialog } from '../../../ui/feedback/ConfirmDialog.tsx';
import { failureOf } from '../../../ui/feedback/failure.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { UnsavedGuard } from '../../../ui/form/UnsavedGuard.tsx';
import { useDriverActions } from '../driver.queries.ts';
import { versionParts } from '../versions/version-text.ts';
import { type Content, contentOf } from './content.ts';
import { DraftContext } from './draft-context.ts';
import { useDraftState } from './use-draft-state.ts';

interface DraftProviderProps {
  driver: Driver;
  /** Of the draft, else of the newest version. */
  stored: Content;
  children: ReactNode;
}

const isCaseComplaint = (error: unknown) => isApiError(error) && error.code === 'DEVICEDRIVER_VARIABLES_DIFFER_IN_CASE';

/** Ctrl-S, or Cmd-S, wherever the cursor is. */
function useSaveKey(save: (() => unknown) | undefined) {
  const known = useRef(save);
  useEffect(() => {
    known.current = save;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      known.current?.();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** Holds what is being edited of a driver above its tabs, so that none of them loses it. */
export function DraftProvider({ driver, stored, children }: DraftProviderProps) {
  const { t } = useTranslation('drivers');
  const { update } = useDriverActions();
  const state = useDraftState(stored);
  const { content, changed, isDirty, hasIssues, change, revert, settle, setTried, issueAt } = state;
  const [problem, setProblem] = useState<string>();
  const [caseNames, setCaseNames] = useState<string>();
  const unsaved = useRef(false);
  const mayEdit = driver.abilities.update;
  useEffect(() => {
    unsaved.current = isDirty;
  }, [isDirty]);

  const send = useCallback(
    async (acceptCase: boolean): Promise<void> => {
      const saved = await update({ id: driver.id, draft: changed, acceptCase });
      if (saved.draft) settle(content, contentOf(saved.draft));
      setProblem(undefined);
      setTried(false);
      showToast({ message: t('draft.saved') });
    },
    [update, driver.id, changed, settle, content, setTried, t],
  );

  const complaint = useCallback(
    (error: unknown) => {
      const { message, issues } = failureOf(error);
      // The server names the place, such as `draft.health.0.check`; its first word is a tab.
      const part = versionParts.find((name) => issues.some(({ path }) => path.includes(`draft.${name}`)));
      return part && message ? `${t(`versions.part.${part}`)}: ${message}` : message;
    },
    [t],
  );

  const save = useCallback(async (): Promise<boolean> => {
    if (!isDirty) return true;
    setTried(true);
    if (hasIssues) {
      setProblem(t('draft.incomplete'));
      return false;
    }
    try {
      await send(false);
      return true;
    } catch (error) {
      if (isCaseComplaint(error)) setCaseNames(failureOf(error).message ?? '');
      else setProblem(complaint(error) ?? t('draft.failed'));
      return false;
    }
  }, [isDirty, hasIssues, send, complaint, setTried, t]);
  useSaveKey(mayEdit ? save : undefined);

  const draft = useMemo(
    () => ({ driver, content, change, isDirty, save: mayEdit ? save : undefined, mayEdit, issueAt, revert }),
    [driver, content, change, isDirty, save, mayEdit, issueAt, revert],
  );
  return (
    <DraftContext value={draft}>
      {problem !== undefined && isDirty && (
        <Alert severity="error" onClose={() => setProblem(undefined)} sx={{ mb: 2 }}>
          {problem}
        </Alert>
      )}
      {children}
      <ConfirmDialog
        open={caseNames !== undefined}
        title={t('draft.caseTitle')}
        description={
          <>
            {caseNames} {t('draft.caseText')}
          </>
        }
        confirmLabel={t('draft.caseAnyway')}
        danger={false}
        onConfirm={() => send(true)}
        onClose={() => setCaseNames(undefined)}
      />
      <UnsavedGuard isUnsaved={unsaved} acrossTabs />
    </DraftContext>
  );
}
