export { PaletteButton } from './PaletteButton.tsx';
export { PaletteHost } from './PaletteHost.tsx';
export { paletteStore } from './palette-store.ts';
