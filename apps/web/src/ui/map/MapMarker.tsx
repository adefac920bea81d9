import { type CSSProperties, memo } from 'react';
import { type Status, statusIcons } from '../status/StatusChip.tsx';
import type { MapObject, MarkerStyle, MarkerText } from './map-types.ts';
import type { MarkerColours } from './marker-colours.ts';

/** Properties that all markers of a map share. */
export interface MarkerKit {
  coloursOf: (object: MapObject) => MarkerColours;
  /** Name for screen readers. */
  nameOf: (object: MapObject) => string;
  countText: (count: number) => string;
}

export interface MapMarkerProps {
  object: MapObject;
  /** A pin, or a label with the name. */
  design: MarkerStyle;
  isChosen: boolean;
  kit: MarkerKit;
  /** Gets the pressed element; absent: the marker is not interactive. */
  onPress: ((object: MapObject, element: HTMLElement) => void) | undefined;
}

/** The worst status is on top, so that no marker in a better state hides it. */
const stacking: Record<Status, number> = { ok: 1, info: 2, unknown: 3, warning: 4, error: 5 };

/** Each value with the icon of its own status, unless it is ok or unknown. */
function Values({ values = [] }: { values: readonly MarkerText[] | undefined }) {
  if (values.length === 0) return null;
  return (
    <span className="map-values">
      {values.map(({ label, text, status }) => {
        const Icon = status === 'ok' || status === 'unknown' ? undefined : statusIcons[status];
        return (
          <span key={label} title={label} className={`map-value is-${status}`}>
            {Icon && <Icon size="0.75rem" aria-hidden />}
            {text}
          </span>
        );
      })}
    </span>
  );
}

interface ShapeProps {
  object: MapObject;
  /** The outline of the chosen marker. */
  chosen: string;
  kit: MarkerKit;
}

function Pin({ object, chosen }: ShapeProps) {
  const Icon = statusIcons[object.status];
  return (
    <>
      <span className={`map-pin ${chosen}`}>
        <Icon size="0.875rem" aria-hidden />
      </span>
      <Values values={object.values} />
    </>
  );
}

function Plate({ object, chosen }: ShapeProps) {
  const Icon = statusIcons[object.status];
  return (
    <span className={`map-plate ${chosen}`}>
      <span className="map-plate-name">
        <Icon size="0.75rem" aria-hidden />
        <span>{object.label}</span>
      </span>
      <Values values={object.values} />
    </span>
  );
}

function Disc({ object, chosen, kit }: ShapeProps) {
  const { status, count = 1 } = object;
  const Icon = statusIcons[status];
  const size = `${32 + Math.min(3, Math.log10(count)) * 6}px`;
  return (
    <span className={`map-disc ${chosen}`} style={{ width: size, height: size }}>
      <Icon size="0.625rem" aria-hidden />
      {kit.countText(count)}
    </span>
  );
}

/** A marker with the status as colour and icon, or a disc with the number of objects in a cluster. */
export const MapMarker = memo(function MapMarker({ object, design, isChosen, kit, onPress }: MapMarkerProps) {
  const isCluster = (object.count ?? 1) > 1;
  const name = kit.nameOf(object);
  const { fill, on } = kit.coloursOf(object);
  const colours = { '--fill': fill, '--on': on } as CSSProperties;
  const Shape = isCluster ? Disc : design === 'plate' ? Plate : Pin;
  const look = {
    className: `map-marker${isCluster ? ' is-cluster' : ''}`,
    style: colours,
    'aria-label': name,
    'data-tip': isCluster ? name : object.label,
  };
  const shape = <Shape object={object} chosen={isChosen ? 'is-chosen' : ''} kit={kit} />;
  return (
    <div className="map-place" style={{ zIndex: stacking[object.status] }}>
      {onPress ? (
        <button
          {...look}
          type="button"
          aria-pressed={isChosen}
          onClick={(event) => {
            event.stopPropagation();
            onPress(object, event.currentTarget);
          }}
        >
          {shape}
        </button>
      ) : (
        <div {...look} role="img">
          {shape}
        </div>
      )}
    </div>
  );
});
