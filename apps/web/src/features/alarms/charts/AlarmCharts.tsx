import { Box, Button, Collapse } from '@mui/material';
import { BellOff, ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { Chart } from '../../../ui/chart/Chart.tsx';
import type { CategoryModel } from '../../../ui/chart/chart-model.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { Card } from '../../../ui/surface/Card.tsx';
import { viewerZone } from '../../../ui/time/zone-time.ts';
import { useStoredText } from '../../../ui/use-stored-text.ts';
import { useAlarmStatistics } from '../alarm.queries.ts';
import type { AlarmList } from '../list/use-alarm-list.ts';
import { categoryModel, dayModel, spanOfDay } from './alarm-charts.ts';

const height = 22;

type Statistics = NonNullable<ReturnType<typeof useAlarmStatistics>['data']>;

interface ChartPartProps {
  statistics: Statistics;
  list: AlarmList;
}

interface PictureProps {
  label: string;
  model: CategoryModel | undefined;
  onPick: (index: number) => void;
}

function Picture({ label, model, onPick }: PictureProps) {
  const { t } = useTranslation('alarms');
  if (model) return <Chart label={label} model={model} height={height} onPick={onPick} />;
  return <EmptyState compact icon={BellOff} title={t('charts.none')} description="" />;
}

function ByCategory({ statistics: { byCategory }, list: { table } }: ChartPartProps) {
  const { t } = useTranslation(['alarms', 'ui']);
  const { model, categories } = useMemo(
    () =>
      categoryModel(byCategory, {
        category: (category) => t(`category.${category}`),
        error: t('ui:status.error'),
        warning: t('ui:status.warning'),
      }),
    [byCategory, t],
  );
  const { filters } = table.state;
  const pick = (index: number) => {
    const category = categories[index];
    if (category) table.change({ filters: { ...filters, category: [category] } });
  };
  return <Picture label={t('charts.byCategory')} model={model} onPick={pick} />;
}

function ByDay({ statistics: { byDay }, list: { setSpan } }: ChartPartProps) {
  const { t } = useTranslation('alarms');
  const { locale } = useFormats();
  const model = useMemo(() => {
    // Dates have no time: they are parsed and formatted in the same zone.
    const days = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'numeric', timeZone: 'UTC' });
    return dayModel(byDay, {
      day: (day) => days.format(new Date(day)),
      created: t('charts.created'),
      resolved: t('charts.resolved'),
    });
  }, [byDay, t, locale]);
  const pick = (index: number) => {
    const day = byDay[index]?.day;
    if (day) setSpan(spanOfDay(day, viewerZone()));
  };
  return <Picture label={t('charts.byDay')} model={model} onPick={pick} />;
}

function Charts({ list }: { list: AlarmList }) {
  const { t } = useTranslation('alarms');
  const { data, error, refetch } = useAlarmStatistics(list.question);
  const part = (draw: (statistics: Statistics) => ReactNode) => {
    if (data) return draw(data);
    if (error) return <ErrorState compact error={error} onRetry={() => void refetch()} />;
    return <Skeletons shape="block" height={height} />;
  };
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(0, 3fr)' },
      }}
    >
      <Card title={t('charts.byCategory')}>
        {part((statistics) => (
          <ByCategory statistics={statistics} list={list} />
        ))}
      </Card>
      <Card title={t('charts.byDay')} subtitle={viewerZone()}>
        {part((statistics) => (
          <ByDay statistics={statistics} list={list} />
        ))}
      </Card>
    </Box>
  );
}

/** Two charts about the list; a click filters the list. Users can collapse them. */
export function AlarmCharts({ list }: { list: AlarmList }) {
  const { t } = useTranslation('alarms');
  const id = useId();
  const [memory, remember] = useStoredText('alarms.charts');
  // Collapsed by default, so that the list comes first.
  const isOpen = memory === 'on';
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <Box>
      <Button
        variant="text"
        size="small"
        startIcon={<Icon aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => remember(isOpen ? 'off' : 'on')}
        sx={{ ml: -0.75, mb: isOpen ? 0.5 : 0 }}
      >
        {t('charts.title')}
      </Button>
      <Collapse in={isOpen} id={id} mountOnEnter unmountOnExit>
        <Charts list={list} />
      </Collapse>
    </Box>
  );
}
