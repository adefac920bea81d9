import type { Page } from 'playwright-core';
import { type GuideLanguage, readGuideFile } from '../apps/server/test/guides.ts';

/** Reads a guide: its bold words and its code blocks, in order; under a heading only the bold words. */
export function openGuide(language: GuideLanguage, name: string, heading?: string) {
  const { prose, blocks } = readGuideFile(language, name);
  const labels = prose
    .split(/^## /m)
    .filter((section) => heading === undefined || section.startsWith(`${heading}\n`))
    .flatMap((section) => [...section.matchAll(/\*\*(.+?)\*\*/g)].map(([, label = '']) => label))
    .values();
  const examples = blocks.values();
  return {
    label: (): string => labels.next().value ?? 'the guide names nothing more',
    example: (): string => examples.next().value?.text ?? '',
  };
}

/** Finds only elements with exactly the name in the guide. */
export const createGuidePage = (page: Page) => {
  const called = (name: string) => ({ name, exact: true });
  const main = page.getByRole('main');
  return {
    /** Links in the drawer may show a number after their name. */
    async visit(name: string) {
      const link = { name: new RegExp(`^${name}( ?\\d.*)?$`) };
      await page.getByRole('navigation').getByRole('link', link).first().click();
      await page.getByRole('heading', { level: 1, ...called(name) }).waitFor();
    },
    press: (name: string) =>
      page
        .getByRole('button', called(name))
        .or(page.getByRole('link', called(name)))
        .or(page.getByRole('menuitem', called(name)))
        .last()
        .click(),
    fill: (name: string, text: string) => page.getByRole('textbox', called(name)).fill(text),
    /** Tabs may show a number after their name. */
    async tab(name: string) {
      const tab = page.getByRole('tab', { name: new RegExp(`^${name}( ?\\d+)?$`) });
      await tab.click();
      await tab.and(page.getByRole('tab', { selected: true })).waitFor();
    },
    choose: (title: string) => main.getByRole('radio', { name: new RegExp(title) }).click(),
    async write(editor: string, text: string) {
      await page.getByRole('textbox', { name: editor }).click();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.insertText(text);
    },
  };
};
