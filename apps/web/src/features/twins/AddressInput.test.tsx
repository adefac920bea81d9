import { geocode } from '@stellwerk/contract/geo';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { z } from 'zod';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { answers, on, refusal } from '../../testing/answers.ts';
import { render } from '../../testing/render.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { AddressInput } from './AddressInput.tsx';
import { withFoundPlace } from './geocode.queries.ts';

const before = { address: 'Market 1', latitude: 48, longitude: 8, isAddressLinked: true };
const town = { label: 'Market 2, Karlsruhe', latitude: 49.0093, longitude: 8.4037 };

const show = (values = before) =>
  render(
    <Form schema={z.object({ address: z.string() })} defaultValues={values} onSubmit={() => undefined}>
      <AddressInput />
    </Form>,
  );

it('says at once that the platform has no service for addresses', async () => {
  answers(on(geocode, { data: { isAvailable: false } }));
  await show();
  await expect.element(page.getByText(/No address service is set up/)).toBeVisible();
  await expect.element(page.getByRole('button')).not.toBeInTheDocument();
  await expect.element(page.getByText(/follow the address/)).not.toBeInTheDocument();
  expect(await accessibilityProblems()).toEqual([]);
});

it('without a service still says that coordinates were set by hand', async () => {
  answers(on(geocode, { data: { isAvailable: false } }));
  await show({ ...before, isAddressLinked: false });
  await expect.element(page.getByText(/No address service is set up/)).toBeVisible();
  await expect.element(page.getByText(/set by hand/)).toBeVisible();
});

it('offers the search where there is a service', async () => {
  answers(on(geocode, ({ query }) => ({ data: { isAvailable: true, places: query.address ? [town] : [] } })));
  await show();
  await page.getByRole('button').click();
  await page.getByText(town.label).click();
  await expect.element(page.getByRole('textbox')).toHaveValue(town.label);
});

it('fills the coordinates of a changed address before it is saved', async () => {
  const server = answers(on(geocode, { data: { isAvailable: true, places: [town] } }));
  const { latitude, longitude } = town;
  const changed = { ...before, address: 'Market 2' };
  expect(await withFoundPlace(changed, before)).toEqual({
    values: { ...changed, latitude, longitude },
    isMissed: false,
  });
  expect(server.calls(geocode).map(({ query }) => query.address)).toEqual(['Market 2']);
});

it('keeps the coordinates and says so where no place is found', async () => {
  const server = answers(on(geocode, { data: { isAvailable: true } }));
  const changed = { ...before, address: 'Nowhere 2' };
  expect(await withFoundPlace(changed, before)).toEqual({ values: changed, isMissed: true });
  server.answer(on(geocode, refusal('GEOCODE_UNREACHABLE')));
  expect(await withFoundPlace(changed, before)).toEqual({ values: changed, isMissed: true });
  server.answer(on(geocode, { data: { isAvailable: false } }));
  expect(await withFoundPlace(changed, before)).toEqual({ values: changed, isMissed: false });
});
