import { Box } from '@mui/material';
import { type KeyboardEvent, useId, useState } from 'react';
import { useDelayed } from '../../ui/feedback/use-delayed.ts';
import { useNavigation } from '../../ui/navigation/use-navigation.ts';
import { useDebouncedValue } from '../../ui/use-debounced-value.ts';
import type { PaletteProps } from './Palette.tsx';
import { PanelFooter } from './PanelFooter.tsx';
import { PanelInput } from './PanelInput.tsx';
import { itemsOf, type PaletteItem } from './palette-item.ts';
import { ResultList } from './ResultList.tsx';
import { useSearchHits } from './search.queries.ts';
import { useGroups } from './use-groups.ts';

const delayMs = 150;

interface SearchPanelProps extends Pick<PaletteProps, 'screens' | 'session' | 'onClose'> {
  isPhone: boolean;
}

/** Keys that move through the list: each maps an index to the next one. */
const steps = new Map<string, (at: number, last: number) => number>([
  ['ArrowDown', (at, last) => (at >= last ? 0 : at + 1)],
  ['ArrowUp', (at, last) => (at <= 0 ? last : at - 1)],
  ['PageDown', (at, last) => Math.min(at + 8, last)],
  ['PageUp', (at) => Math.max(at - 8, 0)],
]);

export function SearchPanel({ screens, session, isPhone, onClose }: SearchPanelProps) {
  const listId = useId();
  const { go, openTab } = useNavigation();
  const [text, setText] = useState('');
  const [chosenKey, setChosenKey] = useState<string>();
  const trimmed = text.trim();
  const rested = useDebouncedValue(trimmed, { delayMs });
  const search = useSearchHits(rested);
  const isLoading = trimmed !== '' && (trimmed !== rested || search.isFetching);
  const isSlow = useDelayed(isLoading);
  const found = trimmed === '' ? undefined : search.data;
  const groups = useGroups({ text: trimmed, screens, session, found });
  const items = itemsOf(groups);
  // The first item, unless another was chosen and still exists.
  const active = items.find(({ key }) => key === chosenKey) ?? items[0];

  function open(item: PaletteItem, inTab = false) {
    if ('run' in item.does) {
      onClose();
      item.does.run();
    } else if (inTab) {
      openTab(item.does.path);
    } else {
      onClose();
      go(item.does.path);
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = steps.get(event.key);
    if (step && active) {
      event.preventDefault();
      setChosenKey(items[step(items.indexOf(active), items.length - 1)]?.key);
    }
    // During the composition of characters (Chinese, accents) Enter only ends the composition.
    if (event.key === 'Enter' && active && !event.nativeEvent.isComposing) {
      event.preventDefault();
      open(active, event.ctrlKey || event.metaKey);
    }
  }

  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, height: isPhone ? '100%' : 'auto' }}>
      <PanelInput
        text={text}
        onText={(next) => {
          setText(next);
          setChosenKey(undefined);
        }}
        onKeyDown={onKeyDown}
        listId={listId}
        activeId={active && `${listId}-${active.key}`}
        isBusy={isSlow}
        onClose={onClose}
      />
      <ResultList
        listId={listId}
        text={trimmed}
        groups={groups}
        activeKey={active?.key}
        found={found}
        error={trimmed === '' ? null : search.error}
        isLoading={isLoading}
        onPoint={setChosenKey}
        onOpen={open}
      />
      {!isPhone && <PanelFooter />}
    </Box>
  );
}
