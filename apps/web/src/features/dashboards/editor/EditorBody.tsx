import { Alert, Box, useMediaQuery } from '@mui/material';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { EditorPreview, type EditorPreviewProps } from './EditorPreview.tsx';
import { EditorTabs } from './EditorTabs.tsx';
import { useEditing } from './editor-context.ts';
import { GeneralTab } from './GeneralTab.tsx';
import { KindTab } from './KindTab.tsx';
import { tabsOf } from './widget-form.ts';

const previewTab = 'preview';

function focusWrongField(room: HTMLElement | null) {
  const wrong = [...(room?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? [])];
  wrong.find((element) => element.checkVisibility())?.focus();
}

export interface EditorBodyProps extends EditorPreviewProps {
  /** Undefined until the user chooses a tab. */
  tab: string | undefined;
  onTab: (id: string) => void;
}

/** The tabs with their fields, and the preview: beside the tabs on wide screens, else as a tab of its own. */
export function EditorBody({ tab, onTab, ...preview }: EditorBodyProps) {
  const { t } = useTranslation('dashboards');
  const { web } = useEditing();
  const { formState } = useFormContext();
  const isNarrow = useMediaQuery((theme) => theme.breakpoints.down('md'));
  const room = useRef<HTMLDivElement>(null);
  const chosen = tab ?? web?.tabs[0]?.id ?? 'general';
  const { errors, submitCount, isSubmitting } = formState;
  const entered: unknown = useWatch({ name: 'options' });
  const options = typeof entered === 'object' && entered !== null ? { ...entered } : {};
  const tabs = tabsOf(web, options, errors);
  const isPreviewShown = isNarrow && chosen === previewTab;
  const active = isPreviewShown ? previewTab : (tabs.find(({ id }) => id === chosen)?.id ?? tabs[0]?.id ?? 'general');

  /** The tab to focus as soon as it is rendered, which takes longer than a frame on a slow computer. */
  const followed = useRef<string>(undefined);
  const follow = () => {
    if (followed.current !== active) return;
    followed.current = undefined;
    focusWrongField(room.current);
  };
  /** Shows the first tab with an error and focuses its first invalid field. */
  const leadToError = useEffectEvent(() => {
    const wrong = tabs.filter(({ hasErrors }) => hasErrors);
    const target = wrong.find(({ id }) => id === active) ?? wrong[0];
    if (!target) return;
    followed.current = target.id;
    onTab(target.id);
  });
  useEffect(() => {
    if (submitCount > 0 && !isSubmitting) leadToError();
  }, [submitCount, isSubmitting]);
  useEffect(follow);

  const isWrong = submitCount > 0 && tabs.some(({ hasErrors }) => hasErrors);
  return (
    <Box
      ref={room}
      sx={{
        flex: 1,
        minHeight: 0,
        display: 'grid',
        gap: { xs: 2, md: 3 },
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)' },
        gridTemplateRows: 'minmax(0, 1fr)',
      }}
    >
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, minHeight: 0, minWidth: 0 }}>
        <EditorTabs
          tabs={tabs}
          active={active}
          onChoose={onTab}
          {...(isNarrow ? { last: { id: previewTab, label: t('editor.preview.title') } } : {})}
        >
          {isWrong && <Alert severity="error">{t('editor.invalid')}</Alert>}
          {tabs.map(({ id, fields }) => (
            <Box
              key={id}
              role="tabpanel"
              id={`widget-panel-${id}`}
              aria-labelledby={`widget-tab-${id}`}
              hidden={id !== active}
            >
              {id === 'general' ? <GeneralTab /> : <KindTab fields={fields} />}
            </Box>
          ))}
          {isPreviewShown && (
            <Box role="tabpanel" id={`widget-panel-${previewTab}`} aria-labelledby={`widget-tab-${previewTab}`}>
              <EditorPreview {...preview} />
            </Box>
          )}
        </EditorTabs>
      </Box>
      {!isNarrow && <EditorPreview {...preview} />}
    </Box>
  );
}
