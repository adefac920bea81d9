import type { Position } from '@stellwerk/contract/geo';
import { type Map as MapLibreMap, Marker } from 'maplibre-gl';
import { useEffect, useEffectEvent, useRef } from 'react';
import { rounded } from './area-shape.ts';
import type { MapHandle } from './map-types.ts';

const stepPixels = 4;
const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [-stepPixels, 0],
  ArrowRight: [stepPixels, 0],
  ArrowUp: [0, -stepPixels],
  ArrowDown: [0, stepPixels],
};

function createElement(): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  Object.assign(element.style, {
    width: '18px',
    height: '18px',
    padding: '0',
    borderRadius: '50%',
    border: '2px solid var(--mui-palette-background-paper)',
    background: 'var(--mui-palette-primary-main)',
    cursor: 'move',
    zIndex: '20',
  });
  return element;
}

/** Draggable points, moved by the pointer, or by arrow keys when focused. */
export function useMapHandles(map: MapLibreMap | undefined, handles: readonly MapHandle[]): void {
  const markers = useRef(new Map<string, Marker>());
  const move = useEffectEvent((id: string, to: Position) => handles.find((each) => each.id === id)?.onMove(to));
  const press = useEffectEvent((id: string) => handles.find((each) => each.id === id)?.onPress?.());

  useEffect(() => {
    if (!map) return;
    const known = markers.current;

    function createMarker(id: string, target: MapLibreMap): Marker {
      const element = createElement();
      const marker = new Marker({ element, draggable: true });
      const moveBy = (x: number, y: number) => {
        const from = target.project(marker.getLngLat());
        const { lng, lat } = target.unproject([from.x + x, from.y + y]);
        move(id, rounded([lng, lat]));
      };
      marker.on('dragend', () => moveBy(0, 0));
      element.addEventListener('click', (event) => {
        event.stopPropagation();
        press(id);
      });
      element.addEventListener('keydown', (event) => {
        const arrow = arrows[event.key];
        if (!arrow) return;
        event.preventDefault();
        event.stopPropagation();
        moveBy(...arrow);
      });
      return marker;
    }

    const ids = new Set(handles.map(({ id }) => id));
    for (const [id, marker] of known) {
      if (ids.has(id)) continue;
      marker.remove();
      known.delete(id);
    }
    for (const { id, label, at } of handles) {
      const marker = known.get(id) ?? createMarker(id, map);
      marker.setLngLat(at);
      if (!known.has(id)) marker.addTo(map);
      known.set(id, marker);
      // The library labels every marker "Map marker".
      marker.getElement().setAttribute('aria-label', label);
    }
  }, [map, handles]);

  useEffect(() => {
    const known = markers.current;
    return () => {
      for (const marker of known.values()) marker.remove();
      known.clear();
    };
  }, []);
}
