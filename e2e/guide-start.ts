import type { GuideLanguage } from '../apps/server/test/guides.ts';
import { signedIn } from './browser.ts';
import { createScreen } from './guide-steps.ts';
import { send } from './measured.ts';
import { makePerson, openDatabase } from './people.ts';

const menuNames = { de: 'Weitere Aktionen', en: 'More actions' };

/** Somebody with an account that nothing is in yet, and with hands for what guides need not spell out. */
export async function startGuide(language: GuideLanguage) {
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
    ...createScreen(page),
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
    /** What a guide calls the menu of something; without a name that of the page. */
    async menu(entry: string, button = menuNames[language]) {
      await main.getByRole('button', called(button)).click();
      await page.getByRole('menuitem', called(entry)).click();
    },
    /** In the dialog that lies on top. */
    answer: (button: string) =>
      page.getByRole('dialog').or(page.getByRole('alertdialog')).last().getByRole('button', called(button)).click(),
    /** Options may say more behind their name. */
    async pick(box: string, option: string) {
      await page.getByRole('combobox', called(box)).click();
      await page.getByRole('option', { name: new RegExp(`^${option}`) }).click();
    },
    makeTwin: async (title: string, more = {}) =>
      (await send<{ id: number }>(visited, 'POST', '/digitaltwin', { title, tenantId, ...more })).id,
    /** For values by hand, with one. */
    async makeState(twinId: number, title: string, value: number) {
      const body = { title, key: title.toLowerCase(), unit: '°C', config: { source: 'none' } };
      const { id } = await send<{ id: number }>(visited, 'POST', `${valuesOf(twinId)}/state/`, body);
      await setValue(twinId, id, value);
      return id;
    },
    setValue,
    makeDashboard: async (name: string, widgets: object[] = []) =>
      (await send<{ id: number }>(visited, 'POST', '/dashboards', { name, tenantId, widgets })).id,
    /** Warns when the first state of a twin, a temperature, is above the limit. */
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
