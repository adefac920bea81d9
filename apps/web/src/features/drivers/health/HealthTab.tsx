import { Alert, Box, Button, Menu, MenuItem, Typography } from '@mui/material';
import type { HealthEntry } from '@stellwerk/contract/health';
import { HeartPulse, Plus } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { SwitchField } from '../../../ui/form/SwitchField.tsx';
import { useRows } from '../../../ui/form/use-rows.ts';
import { Card } from '../../../ui/surface/Card.tsx';
import { useStoredText } from '../../../ui/use-stored-text.ts';
import { useDraft } from '../draft/draft-context.ts';
import { stateKeyOf } from '../variables/variable-names.ts';
import { ApplyToDevices } from './ApplyToDevices.tsx';
import { EntryCard } from './EntryCard.tsx';
import { type EntryTemplate, entryTemplates, newEntry } from './new-entry.ts';

const maxEntries = 50;

function AddMenu({ onAdd, isFull }: { onAdd: (start: EntryTemplate) => void; isFull: boolean }) {
  const { t } = useTranslation('drivers');
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        startIcon={<Plus aria-hidden />}
        disabled={isFull}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('health.add')}
      </Button>
      <Menu id={id} open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {entryTemplates.map((start) => (
          <MenuItem
            key={start}
            onClick={() => {
              setAnchor(null);
              onAdd(start);
            }}
          >
            <Box>
              {t(`health.start.${start}`)}
              <Typography variant="caption" color="textSecondary" component="div">
                {t(`health.startHelp.${start}`)}
              </Typography>
            </Box>
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

/** When a device of this driver is in trouble. */
export function HealthTab() {
  const { t } = useTranslation('drivers');
  const { content, change, mayEdit } = useDraft();
  const [mode, rememberMode] = useStoredText('driver.healthMode');
  const isExpert = mode === 'expert';
  const { health, variables } = content;
  const keys = useMemo(() => variables.map(({ name }) => stateKeyOf(name)).filter((key) => key !== ''), [variables]);
  const set = (next: HealthEntry[]) => change({ health: next });
  const rows = useRows(health, set);
  const add = (start: EntryTemplate) => {
    const taken = health.map(({ identifier }) => identifier);
    set([...health, newEntry({ start, keys, taken, message: t(`health.startMessage.${start}`) })]);
  };
  const addMenu = mayEdit && <AddMenu onAdd={add} isFull={health.length >= maxEntries} />;
  return (
    <Card
      title={t('tab.health')}
      action={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <SwitchField
            label={t('health.expert')}
            value={isExpert}
            onChange={(isOn) => rememberMode(isOn ? 'expert' : 'simple')}
          />
          <ApplyToDevices />
          {health.length > 0 && addMenu}
        </Box>
      }
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Alert severity="info">{t('health.appliesToAll')}</Alert>
        {health.length === 0 && (
          <EmptyState
            compact
            icon={HeartPulse}
            title={t('health.none')}
            description={t('health.noneText')}
            action={addMenu}
          />
        )}
        {rows.map(({ key, value: entry, index, change: changeRow, remove }) => (
          <EntryCard
            key={key}
            entry={entry}
            index={index}
            keys={keys}
            isExpert={isExpert}
            isRepeated={health.some(({ identifier }, place) => place !== index && identifier === entry.identifier)}
            onChange={changeRow}
            onRemove={remove}
          />
        ))}
      </Box>
    </Card>
  );
}
