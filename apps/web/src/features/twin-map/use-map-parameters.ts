import { useChoice } from '../../lib/storage.ts';
import { useSearchParams } from '../../ui/navigation/use-search-params.ts';
import {
  defaultParameters,
  type MapParameters,
  mapParametersToSearch,
  parseMapParameters,
  rememberedDefaults,
} from './map-parameters.ts';

/** The look of a map: from its address, otherwise as this browser remembers the style and 3D of the last map. */
export function useMapParameters() {
  const [search, changeSearch] = useSearchParams();
  const [mapStyle, rememberStyle] = useChoice('mapStyle', defaultParameters.mapstyle);
  const [isSolid, rememberSolid] = useChoice('map3d', true);
  const view = parseMapParameters(search, rememberedDefaults({ mapStyle, isSolid }));

  function change(changes: Partial<MapParameters>): void {
    if (changes.mapstyle !== undefined) rememberStyle(changes.mapstyle);
    if (changes.pitch !== undefined) rememberSolid(changes.pitch > 0);
    void changeSearch(mapParametersToSearch(changes));
  }
  return [view, change] as const;
}
