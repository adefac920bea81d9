import { brandStyle } from '@stellwerk/contract/branding-colours';
import { defaultLanguage, languages } from '@stellwerk/contract/text';
import type { Db } from '../../platform/db/db.ts';
import type { FindPageLook } from '../../platform/http/page-look.ts';
import { brandingOf, domainSettings } from './branding.service.ts';
import { mapStylesOf } from './map-styles.ts';

/** The look of a host from the first byte, so that no page shows another branding first. */
export const createFindPageLook =
  (db: Db): FindPageLook =>
  async (host) => {
    const settings = await domainSettings(db, host);
    const data = brandingOf(settings);
    const { language, colourMode, favicon, primaryColour, page } = data;
    const titles = [language ?? defaultLanguage, ...languages].map((each) => page[each].title);
    return {
      title: titles.find((title) => title !== null) ?? null,
      favicon,
      language,
      colourMode: colourMode === 'system' ? null : colourMode,
      style: primaryColour ? brandStyle(primaryColour) : '',
      data,
      mapOrigins: mapStylesOf(settings).origins,
    };
  };
