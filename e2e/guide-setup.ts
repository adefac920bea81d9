import type { GuideLanguage } from '../apps/server/test/guides.ts';
import { send } from './api-fixtures.ts';
import { signedIn } from './browser.ts';
import { createGuidePage } from './guide-page.ts';
import { makePerson, openDatabase } from './people.ts';

const menuNames = { de: 'Weitere Aktionen', en: 'More actions' };

/** A user with an empty account, and helpers for steps that guides do not spell out. */
export async function setUpGuide(language: GuideLanguage) {
  const db = openDatabase();
  const person = await makePerson(db, { firstName: 'Nele', lastName: 'Neu', permissions: ['all.manage'] });
  const visited = await signedIn({ language }, person);
  const { page, open } = visited;
  const tenantId = person.account.id;
  const called = (name: string) => ({ name, exact: true });
  const main = page.getByRole('main');
  const valuesOf = (twinId: number) => `/digitaltwin/states/dtwin/${twinId}`;
  const setValue = (twinId: number, stateId: number, value: number) =>
    send(visited, 'PUT', `${valuesOf(twinId)}/state/${stateId}/value`, { value });
  return {
    ...createGuidePage(page),
    visited,
    db,
    page,
    main,
    open,
    tenantId,
    call: <T>(method: 'GET' | 'POST' | 'PUT', path: string, data?: object) => send<T>(visited, method, path, data),
    heading: (title: string) => page.getByRole('heading', { level: 1, ...called(title) }).waitFor(),
    region: (name: string) => page.getByRole('region', called(name)),
    node: (title: string) => page.getByRole('treeitem', { name: new RegExp(`^${title} \\d`) }),
    /** Opens a menu by the guide's name for it; by default the menu of the page. */
    async menu(entry: string, button = menuNames[language]) {
      await main.getByRole('button', called(button)).click();
      await page.getByRole('menuitem', called(entry)).click();
    },
    /** In the topmost dialog. */
    answer: (button: string) =>
      page.getByRole('dialog').or(page.getByRole('alertdialog')).last().getByRole('button', called(button)).click(),
    /** Options may have more text after their name. */
    async pick(box: string, option: string) {
      await page.getByRole('combobox', called(box)).click();
      await page.getByRole('option', { name: new RegExp(`^${option}`) }).click();
    },
    makeTwin: async (title: string, more = {}) =>
      (await send<{ id: number }>(visited, 'POST', '/digitaltwin', { title, tenantId, ...more })).id,
    /** Creates a state for manual values, with one value. */
    async makeState(twinId: number, title: string, value: number) {
      const body = { title, key: title.toLowerCase(), unit: '°C', config: { source: 'none' } };
      const { id } = await send<{ id: number }>(visited, 'POST', `${valuesOf(twinId)}/state/`, body);
      await setValue(twinId, id, value);
      return id;
    },
    setValue,
    makeDashboard: async (name: string, widgets: object[] = []) =>
      (await send<{ id: number }>(visited, 'POST', '/dashboards', { name, tenantId, widgets })).id,
    /** Creates a rule that warns when the first state of a twin, a temperature, is above the limit. */
    async makeRule(twinId: number, limit: number, more: object = {}) {
      const [state] = await send<{ id: number }[]>(visited, 'GET', `${valuesOf(twinId)}/`);
      const { id } = await send<{ id: number }>(visited, 'POST', `/digitaltwin/rules/dtwin/${twinId}/rule/`, {
        title: 'Zu warm',
        metrics: [{ alias: 'temperatur', stateId: state?.id }],
        conditions: { mode: 'tree', tree: { op: 'when', metric: 'temperatur', cmp: 'gt', value: limit } },
        alarm: { severity: 'warning', message: 'Zu warm: {{temperatur}}' },
        ...more,
      });
      return { ruleId: id, rulePath: `/digitaltwin-mgmt/${twinId}/rules/${id}` };
    },
  };
}
