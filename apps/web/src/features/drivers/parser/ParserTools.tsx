import { Box, Button, Menu, MenuItem, Typography } from '@mui/material';
import { ChevronDown, FileCode2 } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/feedback/ConfirmDialog.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import type { DriverDialog } from '../DriverDialogs.tsx';
import { parserTypesToChoose } from '../draft/content.ts';
import { useDraft } from '../draft/draft-context.ts';
import { emptyParser, type TemplateName, templateNames, templates } from './parser-start.ts';
import type { Parser, ParserType } from './parser-types.ts';
import { isSame } from './value-diff.ts';

/** What would be lost by another type: something that somebody wrote. */
function isWorthKeeping(parser: Parser): boolean {
  if (isSame(parser, emptyParser(parser.type))) return false;
  return parser.type !== 'javascript' || !Object.values(templates).includes(parser.script);
}

function TypeChoice() {
  const { t } = useTranslation('drivers');
  const { content, change, mayEdit } = useDraft();
  const [asked, setAsked] = useState<ParserType>();
  const { parser } = content;
  const take = (type: ParserType) => change({ parser: emptyParser(type) });
  const choose = (type: ParserType) => {
    if (type === parser.type) return;
    if (isWorthKeeping(parser)) setAsked(type);
    else take(type);
  };
  return (
    <>
      <SelectField
        label={t('column.parser')}
        hideLabel
        value={parser.type}
        options={parserTypesToChoose.map((value) => ({
          value,
          label: t(`parserType.${value}`),
          detail: t(`parserHelp.${value}`),
        }))}
        onChange={choose}
        disabled={!mayEdit}
        sx={{ width: 'auto', minWidth: '11rem' }}
      />
      {asked && (
        <ConfirmDialog
          open
          title={t('parser.switchTitle', { type: t(`parserType.${asked}`) })}
          description={t('parser.switchText')}
          confirmLabel={t('parser.switch')}
          onConfirm={() => take(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

function TemplateMenu() {
  const { t } = useTranslation('drivers');
  const { content, change } = useDraft();
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [asked, setAsked] = useState<TemplateName>();
  const take = (name: TemplateName) => change({ parser: { type: 'javascript', script: templates[name] } });
  const choose = (name: TemplateName) => {
    setAnchor(null);
    if (isWorthKeeping(content.parser)) setAsked(name);
    else take(name);
  };
  return (
    <>
      <Button
        size="small"
        endIcon={<ChevronDown aria-hidden />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('template.action')}
      </Button>
      <Menu id={id} open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {templateNames.map((name) => (
          <MenuItem key={name} onClick={() => choose(name)}>
            <Box>
              {t(`template.${name}`)}
              <Typography variant="caption" color="textSecondary" component="div">
                {t(`template.${name}Help`)}
              </Typography>
            </Box>
          </MenuItem>
        ))}
      </Menu>
      {asked && (
        <ConfirmDialog
          open
          title={t('template.title')}
          description={t('template.text')}
          confirmLabel={t('template.replace')}
          danger={false}
          onConfirm={() => take(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

/** The kind of the parser, and ways to begin with something that works. */
export function ParserTools({ onAsk }: { onAsk: (dialog: DriverDialog) => void }) {
  const { t } = useTranslation('drivers');
  const { content, mayEdit } = useDraft();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      {mayEdit && content.parser.type === 'javascript' && <TemplateMenu />}
      {mayEdit && (
        <Button size="small" startIcon={<FileCode2 aria-hidden />} onClick={() => onAsk('codec')}>
          {t('codec.short')}
        </Button>
      )}
      <TypeChoice />
    </Box>
  );
}
