import type {
  ConditionScalar,
  ExecutionWindow,
  GeofenceTrigger,
  RuleDefinition,
  RuleMetric,
  TimeTrigger,
} from '@stellwerk/contract/rule';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { useCommandTexts } from '../commands/use-command-texts.ts';
import { fromHours, unitOf } from '../editor/triggers/duration.ts';
import { conditionText } from './condition-text.ts';
import type { RuleNames } from './rule-names.ts';
import { dayRanges } from './weekdays.ts';

const clock = (hour: number, minute: number) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;

/** A rule in plain words: triggers, conditions, actions and limits. */
export function useRuleTexts() {
  const { t } = useTranslation('rules');
  const formats = useFormats();
  const commands = useCommandTexts();

  return useMemo(() => {
    /** Capitalises the first letter of a sentence. */
    const sentence = (text: string) => text.charAt(0).toLocaleUpperCase(formats.locale) + text.slice(1);
    const list = (parts: readonly string[]) =>
      new Intl.ListFormat(formats.locale, { type: 'conjunction' }).format(parts);

    const duration = (hours: number): string => {
      const unit = unitOf(hours);
      const count = fromHours(hours, unit);
      return t(`words.duration.${unit}`, { count, number: formats.number(count) });
    };

    function metric({ stateId, operation, historyMinutes, historyCount }: RuleMetric, { states }: RuleNames): string {
      const title = states.get(stateId)?.title ?? t('words.unknownState');
      const span = [
        historyCount === null
          ? ''
          : t('words.lastValues', { count: historyCount, number: formats.number(historyCount) }),
        historyMinutes === null
          ? ''
          : t('words.lastMinutes', { count: historyMinutes, number: formats.number(historyMinutes) }),
      ].filter((part) => part !== '');
      // Without history there is one value, whatever the operation.
      if (span.length === 0) return title;
      return t(`words.operation.${operation}`, { title, span: span.join(', ') });
    }

    const scalar = (value: ConditionScalar, unit: string): string => {
      if (value === null) return t('words.noValue');
      if (typeof value === 'boolean') return t(value ? 'words.yes' : 'words.no');
      return typeof value === 'number'
        ? `${formats.number(value, { maximum: 6 })}${unit && ` ${unit}`}`
        : t('words.quoted', { text: value });
    };

    function conditions({ conditions: given, metrics, forMinutes }: RuleDefinition, names: RuleNames): string {
      if (given.mode === 'always') return t('words.always');
      if (given.mode === 'script') return t('words.script');
      const byAlias = new Map(metrics.map((each) => [each.alias, each]));
      const nameOf = (alias: string) => {
        const found = byAlias.get(alias);
        return found ? metric(found, names) : alias || t('words.unknownMetric');
      };
      const withUnit = (value: ConditionScalar, alias: string) => {
        const found = byAlias.get(alias);
        const hasUnit = found !== undefined && found.operation !== 'count' && found.transformer === '';
        return scalar(value, hasUnit ? (names.states.get(found.stateId)?.unit ?? '') : '');
      };
      const text = conditionText(given.tree, {
        metric: nameOf,
        value: withUnit,
        comparison: (cmp, left, right) => t(`words.cmp.${cmp}`, { left, right }),
        hysteresis: (text, hysteresis, alias) => t('words.hysteresis', { text, by: withUnit(hysteresis, alias) }),
        and: t('words.and'),
        or: t('words.or'),
        not: (inner) => t('words.not', { inner }),
      });
      return forMinutes > 0 ? t('words.forMinutes', { text, duration: duration(forMinutes / 60) }) : text;
    }

    function time({ hourly, hour, minute, monthDays, startDate, endDate }: TimeTrigger): string {
      const when = hourly
        ? t('words.everyHours', { count: hour, minute: String(minute).padStart(2, '0') })
        : t('words.dailyAt', { time: clock(hour, minute) });
      const days = monthDays.length > 0 ? t('words.onDays', { days: list(monthDays.map((day) => `${day}.`)) }) : '';
      const from = startDate ? t('words.fromDate', { date: formats.date(startDate) }) : '';
      const to = endDate ? t('words.toDate', { date: formats.date(endDate) }) : '';
      return [when, days, from, to].filter((part) => part !== '').join(' ');
    }

    const geofence = ({ dtwinId, mode, distanceMeters, durationHours }: GeofenceTrigger, { twins }: RuleNames) =>
      t(`words.geofence.${mode}`, {
        zone: twins.get(dtwinId) ?? t('words.unknownZone'),
        distance: t('words.meters', { number: formats.number(distanceMeters ?? 0) }),
        duration: duration(durationHours ?? 0),
      });

    function triggers(definition: RuleDefinition, names: RuleNames): string[] {
      const { metrics, onlyTimeTriggers, timeTriggers, geofenceTriggers } = definition;
      const titles = [...new Set(metrics.map(({ stateId }) => names.states.get(stateId)?.title))];
      const known = titles.map((title) => title ?? t('words.unknownState'));
      return [
        ...(known.length > 0 && !onlyTimeTriggers ? [t('words.newValues', { titles: list(known) })] : []),
        ...timeTriggers.map(time),
        ...geofenceTriggers.map((each) => geofence(each, names)),
      ];
    }

    function actions({ alarm, commands: given, aggregateTrigger }: RuleDefinition, { states }: RuleNames): string[] {
      const computed = aggregateTrigger.map((id) => states.get(id)?.title ?? t('words.unknownState'));
      return [
        ...(alarm ? [t(`words.alarm.${alarm.severity}`, { message: alarm.message })] : []),
        ...given.map(({ type, options }) => {
          const summary = commands.summary(type, options);
          return summary === '' ? commands.title(type) : `${commands.title(type)}: ${summary}`;
        }),
        ...(computed.length > 0 ? [t('words.aggregate', { titles: list(computed) })] : []),
      ];
    }

    const window = ({ weekdays, from, to }: ExecutionWindow): string => {
      const day = (number: number) => t(`weekday.short.${number}`);
      const days = dayRanges(weekdays).map(([first, last]) =>
        first === last ? day(first) : `${day(first)}–${day(last)}`,
      );
      return t('words.window', { days: days.join(', '), from, to });
    };

    const limits = ({ conditions: given, fireOn, commands: sent, throttleHours, executionWindows }: RuleDefinition) => [
      // Without conditions, commands are sent at each trigger.
      ...(given.mode !== 'always' && sent.length > 0 ? [t(`words.fireOn.${fireOn}`)] : []),
      ...(throttleHours > 0 ? [t('words.throttle', { duration: duration(throttleHours) })] : []),
      ...(executionWindows.length > 0
        ? [t('words.windows', { windows: executionWindows.map(window).join('; ') })]
        : []),
    ];

    return { sentence, conditions, triggers, actions, limits, metric, scalar, time, geofence, window, duration, list };
  }, [t, formats, commands]);
}
export type RuleTexts = ReturnType<typeof useRuleTexts>;
