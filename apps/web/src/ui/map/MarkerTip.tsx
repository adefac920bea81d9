import { Tooltip } from '@mui/material';
import { useEffect, useState } from 'react';

/** One tooltip for all markers of a layer, shown for the hovered or focused marker. */
export function MarkerTip({ layer }: { layer: HTMLElement }) {
  const [marker, setMarker] = useState<HTMLElement>();
  useEffect(() => {
    const find = (event: Event) => {
      // No tooltip while the map is dragged.
      if (event instanceof PointerEvent && event.buttons !== 0) return;
      const { target } = event;
      const found = target instanceof Element ? target.closest('[data-tip]') : null;
      setMarker(found instanceof HTMLElement ? found : undefined);
    };
    const leave = () => setMarker(undefined);
    const starts = ['pointerover', 'focusin'];
    const ends = ['pointerleave', 'pointerdown', 'focusout'];
    for (const name of starts) layer.addEventListener(name, find);
    for (const name of ends) layer.addEventListener(name, leave);
    return () => {
      for (const name of starts) layer.removeEventListener(name, find);
      for (const name of ends) layer.removeEventListener(name, leave);
    };
  }, [layer]);
  // The marker may have been removed in the meantime.
  const text = marker?.isConnected ? marker.dataset.tip : undefined;
  if (!marker || !text) return null;
  return (
    <Tooltip open title={text} slotProps={{ popper: { anchorEl: marker } }}>
      <span aria-hidden />
    </Tooltip>
  );
}
