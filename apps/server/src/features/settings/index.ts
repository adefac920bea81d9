export { brandingOf, domainSettings, effectiveSettings } from './branding.service.ts';
export { accountMailsOf } from './mail-look.ts';
export { mapStylesOf } from './map-styles.ts';
