import axe from 'axe-core';

/** What only a whole page has. */
const pageRules = ['region', 'page-has-heading-one', 'landmark-one-main', 'document-title', 'html-has-lang'];

/** What a user of a screen reader or keyboard would stumble over; with the colours of the current theme. */
export async function accessibilityProblems(): Promise<string[]> {
  // Colours that are still changing have no contrast of their own.
  await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)));
  const rules = Object.fromEntries(pageRules.map((rule) => [rule, { enabled: false }]));
  const { violations } = await axe.run(document.body, { resultTypes: ['violations'], rules });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}
