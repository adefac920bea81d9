import { listAccounts } from '@stellwerk/contract/account';
import { geocode } from '@stellwerk/contract/geo';
import {
  createTwin,
  deleteTwin,
  listTagsZones,
  readTwinDependencies,
  type Twin,
  twin as twinSchema,
  updateTwin,
} from '@stellwerk/contract/twin';
import { duplicateTwin } from '@stellwerk/contract/twin-copy';
import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { type Answered, answers, on, refusal } from '../../testing/answers.ts';
import { choose, press, reported } from '../../testing/gestures.ts';
import { Kept, render } from '../../testing/render.tsx';
import { type PartOf, sampleOf } from '../../testing/sample.ts';
import { CreateTwinDialog } from './CreateTwinDialog.tsx';
import { DeleteTwinDialog } from './DeleteTwinDialog.tsx';
import { DuplicateDialog } from './DuplicateDialog.tsx';
import { MoveTwinDialog } from './MoveTwinDialog.tsx';

const made = (part: PartOf<Twin> = {}) =>
  sampleOf(twinSchema, {
    id: 5,
    title: 'Hall',
    category: 'digitalTwin',
    tenantId: 1,
    tenantName: 'Example',
    parentId: 2,
    ancestors: [{ id: 2, title: 'Town' }],
    childCount: 0,
    ...part,
  });
const serve = (...more: Answered[]) =>
  answers(on(listTagsZones), on(listAccounts), on(geocode, { data: { isAvailable: false } }), ...more);
const dialog = page.getByRole('dialog');
const field = (name: string | RegExp) => dialog.getByRole('textbox', { name });

describe('a new twin', () => {
  const show = async () => {
    const onCreated = vi.fn();
    await render(
      <CreateTwinDialog parent={{ id: 2, title: 'Town' }} onCreated={onCreated} onClose={() => undefined} />,
    );
    return onCreated;
  };

  it('is created below another one; typed coordinates win over the address', async () => {
    const server = serve(on(createTwin, { data: { id: 9, title: 'Hall' } }));
    const onCreated = await show();
    await expect.element(page.getByRole('dialog', { name: 'Create a twin below “Town”' })).toBeVisible();
    await field('Title').fill('Hall');
    await choose(dialog.getByRole('combobox', { name: 'Type' }), 'Room');
    await press(dialog, 'More fields');
    await field('Latitude').fill('52.5');
    await field('Longitude').fill('13.4');
    await field('Room').fill('2.15');
    expect(await accessibilityProblems()).toEqual([]);
    await press(dialog, 'Create');
    await reported('“Hall” has been created.');
    expect(onCreated).toHaveBeenCalledOnce();
    expect(server.calls(createTwin)[0]?.body).toMatchObject({
      title: 'Hall',
      type: 'room',
      parentId: 2,
      latitude: 52.5,
      room: '2.15',
      isAddressLinked: false,
    });
  });

  it('needs a title, and coordinates on the globe, which open the folded fields', async () => {
    const server = serve();
    await show();
    await press(dialog, 'Create');
    await expect.element(field('Title')).toHaveAttribute('aria-invalid', 'true');
    await field('Title').fill('Hall');
    await press(dialog, 'More fields');
    await field('Latitude').fill('95');
    await press(dialog, 'Create');
    await expect.element(field('Latitude')).toHaveAttribute('aria-invalid', 'true');
    expect(server.calls(createTwin)).toEqual([]);
  });

  it('with a taken title is refused at its field', async () => {
    const issue = { path: 'title', code: 'taken', message: 'Taken' };
    serve(on(createTwin, refusal('DTWIN_CREATE_DUPLICATE_ENTRY', { issues: [issue] })));
    await show();
    await field('Title').fill('Hall');
    await press(dialog, 'Create');
    await expect.element(field('Title')).toHaveAttribute('aria-invalid', 'true');
    await expect.element(field('Title')).toHaveValue('Hall');
  });
});

describe('a copy of a twin', () => {
  it('is made with everything below, and opened', async () => {
    const server = serve(on(duplicateTwin, { data: { id: 11, title: 'Hall (copy)', job: null, rulesLeftOut: [] } }));
    const { path } = await render(<DuplicateDialog twin={made({ childCount: 3 })} onClose={() => undefined} />);
    await expect.element(field('Title')).toHaveValue('Hall (copy)');
    await expect.element(dialog.getByRole('switch', { name: 'With everything below' })).toBeChecked();
    expect(await accessibilityProblems()).toEqual([]);
    await press(dialog, 'Duplicate');
    await expect.poll(path).toBe('/digitaltwin-mgmt/11');
    expect(server.calls(duplicateTwin)[0]?.body).toMatchObject({
      title: 'Hall (copy)',
      withDescendants: true,
      parentId: 2,
    });
  });

  it('of many twins is made in the background, which the message says', async () => {
    serve(on(duplicateTwin, { data: { id: 11, title: 'Hall (copy)', job: { id: 3 }, rulesLeftOut: [] } }));
    await render(<DuplicateDialog twin={made({ childCount: 3 })} onClose={() => undefined} />);
    await press(dialog, 'Duplicate');
    await reported(/everything below is copied in the background/);
  });

  it('names rules that it did not get before it is opened', async () => {
    const rulesLeftOut = [{ title: 'Too warm', reason: 'You may not use the connector.' }];
    serve(on(duplicateTwin, { data: { id: 11, title: 'Hall (copy)', job: null, rulesLeftOut } }));
    const { path } = await render(<DuplicateDialog twin={made()} onClose={() => undefined} />);
    await press(dialog, 'Duplicate');
    await expect.element(dialog.getByText(/You may not use the connector\./)).toBeVisible();
    expect(path()).toBe('/');
    await press(dialog, 'Open the copy');
    await expect.poll(path).toBe('/digitaltwin-mgmt/11');
  });
});

describe('a moved twin', () => {
  const show = () =>
    render(
      <Kept initial={true}>
        {(isOpen, setOpen) => isOpen && <MoveTwinDialog twin={made()} onClose={() => setOpen(false)} />}
      </Kept>,
    );

  it('goes to the top of its account, and back by undo', async () => {
    const server = serve(
      on(updateTwin, ({ body }) => ({
        data: made({ parentId: body.parentId ?? null, ancestors: body.parentId ? [{ id: 2, title: 'Town' }] : [] }),
      })),
    );
    await show();
    await dialog.getByText('Top level').click();
    expect(await accessibilityProblems()).toEqual([]);
    await press(dialog, 'Move');
    await reported(/^“Hall” moved to:/);
    await press(page, 'Undo');
    await expect
      .poll(() => server.calls(updateTwin).map(({ body }) => body))
      .toEqual([{ parentId: null }, { parentId: 2 }]);
  });

  it('says why it cannot go there, at the field of the new parent', async () => {
    const text = 'Not below itself';
    const server = serve(on(updateTwin, refusal('DTWIN_UPDATE_CANNOT_MOVE_TO_DESCENDANT', { message: text })));
    await show();
    await press(dialog, 'Move');
    await expect.element(field(/^Parent twin/)).toHaveAttribute('aria-invalid', 'true');
    await dialog.getByText('Top level').click();
    server.answer(on(updateTwin, refusal('DTWIN_CREATE_DUPLICATE_ENTRY', { message: 'Taken there' })));
    await press(dialog, 'Move');
    // At the top level there is no field.
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('Taken there');
    await expect.element(dialog.getByText(/parentId|title:/)).not.toBeInTheDocument();
  });
});

describe('a deleted twin', () => {
  const show = () => render(<DeleteTwinDialog twin={made()} onClose={() => undefined} />);
  const none = { descendants: 0, devices: 0, states: 0, rules: 0, usedByRules: 0, shares: 0, scopes: 0 };

  it('stays while states elsewhere are computed from it, and the dialog names them', async () => {
    const aggregatedBy = [{ stateId: 1, stateTitle: 'Mean', dtwinId: 8, dtwinTitle: 'Sum' }];
    serve(
      on(readTwinDependencies, {
        data: { ...none, devices: 2, aggregatedBy, aggregatedByCount: 1, isDeletable: false },
      }),
    );
    await show();
    const blocked = page.getByRole('dialog', { name: 'Delete “Hall”?' });
    await expect.element(blocked.getByRole('link', { name: /› Mean$/ })).toBeVisible();
    await expect.element(blocked.getByText(/2 virtual devices lie below it/)).toBeVisible();
    expect(blocked.getByRole('textbox').elements()).toEqual([]);
    expect(await accessibilityProblems()).toEqual([]);
  });

  it('takes its subtree along after its title was typed', async () => {
    const server = serve(
      on(readTwinDependencies, { data: { ...none, descendants: 1, states: 1, isDeletable: true } }),
      on(deleteTwin, { data: { deleted: 2 } }),
    );
    const { path } = await show();
    const question = page.getByRole('alertdialog', { name: 'Delete “Hall”?' });
    await expect.element(question.getByText('1 twin below')).toBeVisible();
    await expect.element(question.getByText('1 data state with its history')).toBeVisible();
    await expect.element(question.getByRole('button', { name: 'Delete' })).toBeDisabled();
    await question.getByRole('textbox').fill('Hall');
    await press(question, 'Delete');
    await expect.poll(path).toBe('/digitaltwin-mgmt/2');
    await reported('“Hall” and everything below have been deleted: 2 twins.');
    expect(server.calls(deleteTwin)).toHaveLength(1);
  });

  it('says why it is not known what hangs on it', async () => {
    const server = serve(on(readTwinDependencies, refusal('INTERNAL_ERROR')));
    await show();
    await expect.element(page.getByRole('alert')).toBeVisible();
    server.answer(on(readTwinDependencies, { data: { ...none, isDeletable: true } }));
    await press(page, 'Try again');
    await expect.element(page.getByRole('alertdialog')).toBeVisible();
  });
});
