import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { focus, Kept, render } from '../../testing/render.tsx';
import { CodeEditor, type CodeEditorProps } from './CodeEditor.tsx';
import { LineDiff } from './LineDiff.tsx';

const editor = page.getByRole('textbox', { name: 'Script' });

async function show(initial: string, props: Partial<CodeEditorProps> = {}) {
  const onChange = vi.fn();
  await render(
    <Kept initial={initial}>
      {(value, change) => (
        <>
          <CodeEditor
            label="Script"
            language="javascript"
            value={value}
            onChange={(text) => {
              onChange(text);
              change(text);
            }}
            {...props}
          />
          <input aria-label="Next" />
        </>
      )}
    </Kept>,
  );
  await focus(editor);
  return onChange;
}

it('has name and description, and Tab leaves it', async () => {
  const onChange = await show('', { help: 'A function' });
  await expect.element(editor).toHaveAccessibleDescription('A function');
  await userEvent.keyboard('a');
  expect(onChange).toHaveBeenLastCalledWith('a');
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('textbox', { name: 'Next' })).toHaveFocus();
  expect(await accessibilityProblems()).toEqual([]);
});

it('indents with Tab on request; Escape and Tab still leave', async () => {
  const onChange = await show('', { tabIndents: true });
  await userEvent.keyboard('{Tab}');
  expect(onChange).toHaveBeenLastCalledWith('  ');
  await userEvent.keyboard('{Escape}{Tab}');
  await expect.element(page.getByRole('textbox', { name: 'Next' })).toHaveFocus();
});

it('runs by Ctrl and Enter without a new line', async () => {
  const onRun = vi.fn();
  const onChange = await show('return 1;', { onRun });
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(onRun).toHaveBeenCalledOnce();
  expect(onChange).not.toHaveBeenCalled();
});

it('offers words while the user types', async () => {
  const words = [{ label: 'temperature', detail: 'Number' }];
  const onChange = await show('', { words });
  await userEvent.keyboard('temp');
  const option = page.getByRole('option', { name: /^temperature/ });
  await expect.element(option).toHaveAttribute('aria-selected', 'true');
  await expect.element(editor).toHaveAttribute('aria-activedescendant', option.element().id);
  await option.click();
  await expect.poll(() => onChange.mock.lastCall?.[0]).toBe('temperature');
});

it('cannot be changed without a listener, but read', async () => {
  await show('return 1;', { onChange: undefined });
  await userEvent.keyboard('x');
  await expect.element(editor).toHaveTextContent('return 1;');
});

it('describes in words what a line diff shows in colours', async () => {
  await render(<LineDiff before={['a', 'b', 'c']} after={['a', 'B', 'c']} />);
  await expect.element(page.getByText('removed:')).toBeInTheDocument();
  await expect.element(page.getByText('added:')).toBeInTheDocument();
  expect(await accessibilityProblems()).toEqual([]);
});
