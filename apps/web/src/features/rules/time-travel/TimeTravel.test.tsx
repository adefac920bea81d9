import type { RuleConditions } from '@stellwerk/contract/rule';
import { replayRule } from '@stellwerk/contract/rule-run';
import { searchHistory, searchSeries } from '@stellwerk/contract/state-history';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityProblems } from '../../../testing/accessibility.ts';
import { type Answered, answers, on } from '../../../testing/answers.ts';
import { Kept, phone, type RenderOptions, render } from '../../../testing/render.tsx';
import { TimeTravel } from './TimeTravel.tsx';

const hourMs = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hourMs).toISOString();
/** Three days with an hour of 24, 28 and 32 °C each. */
const values = [72, 48, 24].flatMap((hours) =>
  [20, 24, 28, 32, 20].map((value, index) => ({ timestamp: ago(hours - index), value })),
);
const pointOf = ({ timestamp, value }: (typeof values)[number]): [number, number] => [Date.parse(timestamp), value];
const limitOf = (conditions: RuleConditions) =>
  conditions.mode === 'tree' && conditions.tree.op === 'when' ? Number(conditions.tree.value) : 0;

function serve(points = values, ...more: Answered[]) {
  return answers(
    on(replayRule, ({ body }) => {
      const hits = points.filter(({ value }) => value > limitOf(body.rule.conditions));
      const results = {
        executed: hits.length,
        throttled: 0,
        notMet: points.length - hits.length,
        aborted: 0,
        outside: 0,
        error: 0,
      };
      const marks = hits.map(({ timestamp, value }) => ({
        at: timestamp,
        result: 'executed' as const,
        trigger: { kind: 'value' as const, aliases: ['temperature'] },
        metrics: { temperature: value },
      }));
      return { data: { from: ago(168), to: ago(0), points: points.length, results, commands: {}, marks, spans: [] } };
    }),
    on(searchSeries, { data: { series: [{ stateId: 1, unit: '°C', points: points.map(pointOf) }] } }),
    on(searchHistory, { data: { points: points.slice(0, 1) } }),
    ...more,
  );
}

async function show(options: RenderOptions = {}) {
  const onChange = vi.fn();
  const initial: RuleConditions = { mode: 'tree', tree: { op: 'when', metric: 'temperature', cmp: 'gt', value: 30 } };
  await render(
    <Kept<RuleConditions> initial={initial}>
      {(conditions, change) => (
        <TimeTravel
          twinId={5}
          definition={{
            metrics: [{ alias: 'temperature', stateId: 1 }],
            conditions,
            alarm: { severity: 'warning', category: 'unknown', message: 'Warm', resolvesItself: true },
          }}
          onChange={(next) => {
            onChange(next);
            change(next);
          }}
        />
      )}
    </Kept>,
    { language: 'de', ...options },
  );
  return onChange;
}
const headline = (text: string) => expect.element(page.getByRole('status').getByText(text)).toBeVisible();

it('counts how often the rule would have fired, and a moved limit changes the count and the rule', async () => {
  serve();
  const onChange = await show();
  await headline('Letzte 7 Tage: hätte 3-mal ausgelöst');
  const limit = page.getByRole('slider', { name: 'Grenze von temperature' });
  await expect.element(limit).toHaveAttribute('aria-valuetext', '> 30 °C');
  expect(await accessibilityProblems()).toEqual([]);
  limit.element().focus();
  const value = () => Number(limit.element().getAttribute('aria-valuenow'));
  while (value() >= 28) await userEvent.keyboard('{PageDown}');
  await headline('Letzte 7 Tage: hätte 6-mal ausgelöst');
  expect(onChange.mock.lastCall?.[0]).toMatchObject({ tree: { metric: 'temperature', value: value() } });
});

it('lists the matching times with their values, and shows one in the chart', async () => {
  serve();
  await show({ size: phone });
  const list = page.getByRole('table', { name: 'Wann die Bedingungen erfüllt waren' });
  await expect.element(list.getByText('temperature 32').first()).toBeVisible();
  const moment = list.getByRole('button').first();
  await moment.click();
  await expect.element(moment).toHaveAttribute('aria-pressed', 'true');
  expect(await accessibilityProblems()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBe(phone.width);
});

it('shows nothing before everything is there, so that the list does not move', async () => {
  const isRead = Promise.withResolvers<void>();
  serve(
    values,
    on(searchHistory, async () => {
      await isRead.promise;
      return { data: { points: values.slice(0, 1) } };
    }),
  );
  await show();
  await headline('Letzte 7 Tage: hätte 3-mal ausgelöst');
  const list = page.getByRole('table', { name: 'Wann die Bedingungen erfüllt waren' });
  expect(list.elements()).toEqual([]);
  isRead.resolve();
  await expect.element(list).toBeVisible();
});

it('says that there are no values at all', async () => {
  serve([]);
  await show();
  await expect.element(page.getByText('Noch keine Werte')).toBeVisible();
});

it('says since when there are values, if there are none in the span', async () => {
  serve([], on(searchHistory, { data: { points: [{ timestamp: ago(480), value: 20 }] } }));
  await show({ language: 'en' });
  await expect.element(page.getByText('No values in this span')).toBeVisible();
  await expect.element(page.getByText(/There are values since/)).toBeVisible();
  await page.getByRole('button', { name: 'Last 7 days' }).click();
  await page.getByRole('menuitemradio', { name: 'Last 30 days' }).click();
  await headline('Last 30 days: would never have fired');
});
