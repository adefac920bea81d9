type TextElement = HTMLInputElement | HTMLTextAreaElement;

const isTextElement = (element: unknown): element is TextElement =>
  (element instanceof HTMLInputElement && ['text', 'email', 'url', 'search'].includes(element.type)) ||
  element instanceof HTMLTextAreaElement;

export const textElementOf = (target: EventTarget | null): TextElement | undefined =>
  isTextElement(target) && !target.readOnly ? target : undefined;

/** Inserts at the cursor or at the end; the field gets the same event as for typing. */
export function insertInto(element: TextElement, text: string): void {
  const [from, to] = [element.selectionStart ?? element.value.length, element.selectionEnd ?? element.value.length];
  element.focus();
  element.setRangeText(text, from, to, 'end');
  element.dispatchEvent(new Event('input', { bubbles: true }));
}
