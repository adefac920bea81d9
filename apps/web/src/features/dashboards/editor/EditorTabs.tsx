import { Box, Tab, Tabs } from '@mui/material';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { visuallyHidden } from '../../../ui/visually-hidden.ts';
import { useWidgetTexts } from '../kinds/all-kinds.ts';
import { useEditing } from './editor-context.ts';
import type { ShownTab } from './widget-form.ts';

interface EditorTabsProps {
  tabs: readonly ShownTab[];
  active: string;
  onChoose: (id: string) => void;
  /** A last tab without fields. */
  last?: { id: string; label: string };
  children: ReactNode;
}

/** Tabs that mark errors; their content scrolls below them. */
export function EditorTabs({ tabs, active, onChoose, last, children }: EditorTabsProps) {
  const { t, i18n } = useTranslation('dashboards');
  const { type } = useEditing();
  const texts = useWidgetTexts();
  const labelOf = (id: string) => {
    const own = `editor.tab.${id}`;
    return texts.find(type, `tab.${id}`) ?? (i18n.exists(`dashboards:${own}`) ? t(own) : id);
  };
  const tabOf = (id: string, label: ReactNode) => (
    <Tab key={id} value={id} id={`widget-tab-${id}`} aria-controls={`widget-panel-${id}`} label={label} />
  );
  return (
    <>
      <Tabs
        value={active}
        onChange={(_, id: string) => onChoose(id)}
        variant="scrollable"
        scrollButtons="auto"
        allowScrollButtonsMobile
        aria-label={t('editor.tabs')}
        sx={{ flexShrink: 0, borderBottom: 1, borderColor: 'border.main' }}
      >
        {tabs.map(({ id, hasErrors }) =>
          tabOf(
            id,
            hasErrors ? (
              <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
                {labelOf(id)}
                <Box component="span" sx={{ display: 'inline-flex', color: 'error.main' }}>
                  <CircleAlert size="1rem" aria-hidden />
                </Box>
                <Box component="span" sx={visuallyHidden}>
                  {t('editor.tabWithErrors')}
                </Box>
              </Box>
            ) : (
              labelOf(id)
            ),
          ),
        )}
        {last && tabOf(last.id, last.label)}
      </Tabs>
      <Box
        sx={{
          flex: 1,
          minHeight: 0,
          overflowY: 'auto',
          // Focus rings and labels extend beyond the edge of the scroll container.
          mx: -1,
          px: 1,
          pt: 0.5,
          pb: 2,
          display: 'flex',
          flexDirection: 'column',
          gap: 2,
        }}
      >
        {children}
      </Box>
    </>
  );
}
