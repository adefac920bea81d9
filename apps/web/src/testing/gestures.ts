import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';

type Scope = Pick<Locator, 'getByRole'>;

export const press = (scope: Scope, name: string | RegExp) => scope.getByRole('button', { name }).click();

/** Opens a choice and takes an option. */
export async function choose(box: Locator, option: string | RegExp): Promise<void> {
  await box.click();
  await page.getByRole('option', { name: option }).click();
}

/** Opens a menu by its button and takes an entry. */
export async function pick(scope: Scope, menu: string | RegExp, entry: string | RegExp): Promise<void> {
  await press(scope, menu);
  await page.getByRole('menuitem', { name: entry }).click();
}

/** Waits for a message, such as the one after an action. */
export const reported = (text: string | RegExp) => expect.element(page.getByText(text).first()).toBeVisible();
