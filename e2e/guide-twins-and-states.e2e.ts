import { describe, expect, it, onTestFinished } from 'vitest';
import { readGuideFile } from '../apps/server/test/guides.ts';
import { openGuide } from './guide-page.ts';
import { setUpGuide } from './guide-setup.ts';

const { prose } = readGuideFile('en', 'twins-and-states');
const openSection = (heading: string) => openGuide('en', 'twins-and-states', heading);

describe('the guide about twins and states, word for word,', () => {
  it('builds the tree', async () => {
    const { label } = openSection('Build the tree');
    const { visit, press, fill, menu, answer, node, heading, region, page, main, open, makeState } =
      await setUpGuide('en');
    await open('/home');
    await visit(label());
    const create = label();
    await press(create);
    await fill('Title', 'House');
    await answer('Create');
    await region('House').waitFor();
    // The twin is selected in the tree now, so that it is the parent of the next one.
    await press(create);
    await page.getByRole('dialog', { name: 'Create a twin below “House”' }).waitFor();
    await answer('Cancel');
    await press(label());
    await fill('Title', 'Room');
    await answer('Create');
    await region('Room').waitFor();
    await expect.poll(() => node('Room').getAttribute('aria-level')).toBe('2');
    await node('House').click();
    await region('House').getByRole('button', { name: 'Open' }).click();
    await heading('House');
    const duplicate = label();
    await menu(duplicate);
    await answer(duplicate);
    await heading('House (copy)');
    await main.getByRole('link', { name: 'Room' }).waitFor();
    const path = new URL(page.url()).hash.slice(1);

    await menu(label());
    await fill('Or paste lines', 'title\nHouse A\nHouse B');
    await press('Next');
    await press('Create 2 copies');
    await page.getByText('2 copies have been created.').waitFor();

    await makeState(Number(path.split('/').at(-1)), 'Temperature', 21);
    await open(path);
    await menu(label());
    await node('House A').click();
    await press('Next');
    await page.getByRole('row', { name: 'House A 1 0 0', exact: true }).waitFor();
    await press('Synchronise to 1 twin');
    await page.getByText('1 twin is up to date.').waitFor();
    await press('Back to the twin');
    const kind = label();
    const scope = label();
    await menu(scope);
    await answer('Create scope');
    await main.getByText(scope, { exact: true }).waitFor();

    const move = label();
    await menu(move);
    await press('Below a twin');
    await page.getByRole('textbox', { name: 'Parent twin' }).click();
    await node('House A').click();
    await answer('Choose');
    await answer(move);
    await page.getByText('“House (copy)” moved to: House A').waitFor();
    await main.getByRole('link', { name: 'Room' }).waitFor();

    await main.getByRole('link', { name: 'House A' }).click();
    await heading('House A');
    const remove = label();
    await menu(remove);
    const question = page.getByRole('alertdialog', { name: 'Delete “House A”?' });
    await question.getByText(/^\d+ twins below$/).waitFor();
    await question.getByRole('textbox').fill('House A');
    await answer(remove);
    await node('House B').waitFor();
    expect(await node('House A').count()).toBe(0);
    await open('/digitaltwin-mgmt/list');
    await press('Filter');
    await page.getByRole('menuitem', { name: kind, exact: true }).click();
    await page.getByRole('menuitemradio', { name: 'Devices only' }).click();
    await page.getByRole('row', { name: /House B/ }).waitFor({ state: 'detached' });
    expect(label()).toContain('nothing more');
  });

  it('sets values of data states, computes others and shows their origin', async () => {
    const { label } = openSection('Where values come from');
    const user = await setUpGuide('en');
    const { press, fill, tab, write, menu, answer, pick, page, open, call, makeTwin, makeState } = user;
    const row = (title: string) => page.getByRole('row', { name: new RegExp(title) });
    const menuOf = (title: string, entry: string) => menu(entry, `Actions for ${title}`);
    const id = await makeTwin('House');
    await open(`/digitaltwin-mgmt/${id}`);
    await tab(label());
    const [add, title, submit] = [label(), label(), label()];
    async function addState(source: string, name: string, fillMore?: () => Promise<void>) {
      await press(add);
      await fill(title, name);
      await page.getByRole('radiogroup', { name: 'Source' }).getByText(source, { exact: true }).click();
      await fillMore?.();
      await answer(submit);
      await row(name).getByText(source, { exact: true }).waitFor();
    }
    async function take(button: string, titles: readonly string[]) {
      await press(button);
      const picker = page.getByRole('dialog', { name: button });
      for (const each of titles) await picker.getByRole('listitem').filter({ hasText: each }).locator('input').check();
      await answer('Take over');
    }

    await addState(label(), 'Temperature');
    await menuOf('Temperature', label());
    await fill('Value', '21.5');
    await answer('Set');
    await row('Temperature').getByText('21.5', { exact: true }).waitFor();
    const [, address = ''] = /`PUT \/api\/v1(\S+)`/.exec(prose) ?? [];
    const [state] = await call<{ id: number }[]>('GET', `/digitaltwin/states/dtwin/${id}/`);
    await call('PUT', address.replace('{id}', `${id}`).replace('{stateId}', `${state?.id}`), { value: 19 });
    await row('Temperature').getByText('19', { exact: true }).waitFor();

    await call('POST', '/bridge', { tenantId: user.tenantId, type: 'webhook-incoming', name: 'Gateway' });
    await addState(label(), 'Power', async () => {
      await pick('Connector', 'Gateway');
      await fill('Identifier', 'meter-1');
    });

    await makeState(id, 'Outside', 25);
    await addState(label(), 'Both', async () => {
      await take('Choose data states', ['Temperature', 'Outside']);
      await page.getByText('Result now: 22').waitFor();
    });
    await row('Both').getByText('22', { exact: true }).waitFor();
    await addState(label(), 'Past', () => take('Choose a data state', ['Temperature']));
    await addState(label(), 'Dice');
    await addState(label(), 'Seen');
    await addState(label(), 'Meter', () => page.locator('pre').getByText('"variable": "meter"').waitFor());
    await tab(label());
    await row('Meter').waitFor();
    await tab('Data states');
    expect(label()).toContain('nothing more');

    const computed = openSection('Aggregates');
    await menuOf('Both', 'Edit');
    await write('Script', computed.example());
    await page.getByText('Result now: 25').waitFor();
    await answer('Save');
    await row('Both').getByText('25', { exact: true }).waitFor();
    await menuOf('Past', 'Edit');
    await pick('Period', computed.label());
    await page.getByRole('switch', { name: computed.label() }).check();
    await pick('Period', computed.label());
    const span = page.getByText(/^Period: .*00:00 to .*00:00$/);
    const [, yesterday] = /^Period: (.*) to /.exec((await span.textContent()) ?? '') ?? [];
    await fill(computed.label(), '1');
    await expect.poll(() => span.textContent()).toMatch(new RegExp(` to ${yesterday}$`));
    await answer('Save');
    expect(computed.label()).toContain('nothing more');
    const past = openSection('History');
    await open(`/account-mgmt/${user.tenantId}`);
    const [, kept = ''] = /\((\d+ months) unless set\)/.exec(prose) ?? [];
    await page.locator('dt').getByText(past.label(), { exact: true }).waitFor();
    await page.locator('dd').getByText(kept, { exact: true }).waitFor();
    await user.makeRule(id, 30);
    await user.makeDashboard('Weather', [{ type: 'value', options: { state: 'temperature' } }]);
    await open(`/digitaltwin-mgmt/${id}?tab=states`);
    const lineage = past.label();
    await menuOf('Temperature', lineage);
    const dialog = page.getByRole('dialog', { name: lineage });
    await dialog.getByRole('button', { name: 'Both' }).waitFor();
    for (const name of ['Zu warm', 'Weather']) await dialog.getByText(name).waitFor();
    expect(past.label()).toContain('nothing more');
  });

  it('shares a twin by a public link, until the sharing ends', async () => {
    const { label } = openSection('Sharing');
    const { visited, fill, tab, menu, answer, pick, region, page, open, makeTwin, makeState } = await setUpGuide('en');
    const id = await makeTwin('Town hall', { type: 'floor' });
    await makeState(id, 'Temperature', 21);
    await open('/account-mgmt-modules');
    await region(label()).getByText('On', { exact: true }).waitFor();
    await open(`/digitaltwin-mgmt/${id}`);
    const share = label();
    await menu(share);
    const create = label();
    await answer(create);
    const link = page.getByRole('textbox', { name: 'Link', exact: true });
    const elsewhere = await visited.context.browser()?.newPage({ locale: 'en-GB' });
    if (!elsewhere) throw new Error('the context has no browser');
    onTestFinished(() => elsewhere.close());
    await elsewhere.goto(await link.inputValue());
    await elsewhere.getByRole('article', { name: 'Temperature' }).getByText('21').waitFor();

    await tab('Map');
    const numbers = { Zoom: '5', 'Cluster distance': '60', Pitch: '10', Bearing: '20' };
    for (const [field, text] of Object.entries(numbers)) await fill(field, text);
    await pick('Map style', 'Streets');
    await pick('Markers', 'Plates');
    for (const name of ['Lock zoom', 'Hide control bar', 'Floor plan'])
      await page.getByRole('switch', { name }).check();
    const [, list = ''] = /^Parameters of the map link: (.*)$/m.exec(prose) ?? [];
    const named = [...list.matchAll(/`([a-z]+)`/g)].map(([, word]) => word).filter((word) => word !== 'true');
    const query = new URLSearchParams((await link.inputValue()).split('?')[1]);
    expect([...query.keys()].sort()).toEqual(named.sort());
    await answer(label());
    await menu(share);
    await page.getByLabel(label()).waitFor();
    const renew = label();
    await answer(renew);
    const replace = label();
    await answer(replace);
    await page.getByRole('alertdialog').getByRole('button', { name: replace }).click();
    await elsewhere.goto(await link.inputValue());
    await elsewhere.reload();
    await elsewhere.getByRole('article', { name: 'Temperature' }).getByText('21').waitFor();
    const end = label();
    await answer(end);
    await page.getByRole('alertdialog').getByRole('button', { name: end }).click();
    await page.getByRole('button', { name: create }).waitFor();
    await elsewhere.reload();
    await elsewhere.getByRole('heading', { name: 'This link is no longer valid' }).waitFor();
    expect(label()).toContain('nothing more');
  });
});
