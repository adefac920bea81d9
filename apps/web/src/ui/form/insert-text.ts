type TextElement = HTMLInputElement | HTMLTextAreaElement;

const isTextElement = (element: unknown): element is TextElement =>
  (element instanceof HTMLInputElement && ['text', 'email', 'url', 'search'].includes(element.type)) ||
  element instanceof HTMLTextAreaElement;

export const textElementOf = (target: EventTarget | null): TextElement | undefined =>
  isTextElement(target) && !target.readOnly ? target : undefined;

/** Where the cursor stands, or at the end; the field hears of it as if it had been typed. */
export function insertInto(element: TextElement, text: string): void {
  const [from, to] = [element.selectionStart ?? element.value.length, element.selectionEnd ?? element.value.length];
  element.focus();
  element.setRangeText(text, from, to, 'end');
  element.dispatchEvent(new Event('input', { bubbles: true }));
}
