import { Box, Typography } from '@mui/material';
import type { TemplateChangeList } from '@stellwerk/contract/device-template-calls';
import { type TemplateChange, templateAreas } from '@stellwerk/contract/template-changes';
import { useTranslation } from 'react-i18next';
import { NeutralChip } from '../../../ui/status/NeutralChip.tsx';
import { StatusChip } from '../../../ui/status/StatusChip.tsx';

type Names = TemplateChangeList['names'];

interface ChangeListProps {
  changes: readonly TemplateChange[];
  names?: Names;
}

/** A value in words: names instead of ids, JSON only for what has no words. */
function useValueText(names: Names | undefined) {
  const { t } = useTranslation('templates');
  return (field: string, value: unknown): string => {
    if (field === 'driverVersion') return value === null ? t('diff.newest') : String(value);
    if (field === 'connectorId') return names?.connectors.find(({ id }) => id === value)?.name ?? String(value);
    if (field === 'driverId') return names?.drivers.find(({ id }) => id === value)?.title ?? String(value);
    if (value === null || value === '') return t('diff.nothing');
    if (typeof value === 'boolean') return t(value ? 'diff.yes' : 'diff.no');
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  };
}

const tones = { added: 'ok', removed: 'error', changed: 'info' } as const;
const backgrounds = { removed: 'error.soft', added: 'ok.soft' } as const;

function Value({ kind, text }: { kind: 'removed' | 'added'; text: string }) {
  return (
    <Box
      component={kind === 'removed' ? 'del' : 'ins'}
      sx={{
        bgcolor: backgrounds[kind],
        px: 0.75,
        borderRadius: 0.5,
        textDecoration: 'none',
        overflowWrap: 'anywhere',
        minWidth: 0,
      }}
    >
      <span aria-hidden>{kind === 'removed' ? '− ' : '+ '}</span>
      {text}
    </Box>
  );
}

function Change({ change, names }: { change: TemplateChange; names: Names | undefined }) {
  const { t, i18n } = useTranslation('templates');
  const textOf = useValueText(names);
  const { kind, title, key, fields } = change;
  const nameOf = (name: string) =>
    i18n.exists(`templates:field.${name}`) ? t(`field.${name}` as 'field.title') : name;
  return (
    <Box component="li" sx={{ display: 'grid', gap: 0.75, py: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <StatusChip status={tones[kind]} label={t(`diff.${kind}`)} />
        {title !== '' && <Typography sx={{ overflowWrap: 'anywhere' }}>{title}</Typography>}
        {key !== '' && key !== title && <NeutralChip label={key} />}
      </Box>
      {fields.map(({ name, before, after }) => (
        <Box
          key={name}
          sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '10rem 1fr' }, columnGap: 2, rowGap: 0.5 }}
        >
          <Typography color="textSecondary">{nameOf(name)}</Typography>
          <Box sx={{ display: 'grid', gap: 0.5, justifyItems: 'start', minWidth: 0 }}>
            <Value kind="removed" text={textOf(name, before)} />
            <Value kind="added" text={textOf(name, after)} />
          </Box>
        </Box>
      ))}
    </Box>
  );
}

/** Differences between two versions of a template, by area. */
export function ChangeList({ changes, names }: ChangeListProps) {
  const { t } = useTranslation('templates');
  if (changes.length === 0) return <Typography color="textSecondary">{t('diff.none')}</Typography>;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {templateAreas
        .map((area) => ({ area, own: changes.filter((change) => change.area === area) }))
        .filter(({ own }) => own.length > 0)
        .map(({ area, own }) => (
          <Box key={area} component="section" aria-label={t(`area.${area}`)}>
            <Typography variant="h3">{t(`area.${area}`)}</Typography>
            <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
              {own.map((change) => (
                <Change key={`${change.kind} ${change.key}`} change={change} names={names} />
              ))}
            </Box>
          </Box>
        ))}
    </Box>
  );
}
