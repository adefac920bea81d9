import { z } from 'zod';

/** Where a twin stands: below another one, or at the top of an account. One of the two must be chosen. */
export const placeShapes = {
  below: { place: z.literal('below'), parentId: z.int() },
  top: { place: z.literal('top'), tenantId: z.int() },
};

export type PlaceValue = { place: 'below'; parentId: number } | { place: 'top'; tenantId: number };

/** As the calls take it. */
export const placementOf = (value: PlaceValue) =>
  value.place === 'below' ? { parentId: value.parentId } : { parentId: null, tenantId: value.tenantId };

/** Complaints of the server about the place, on the field that is shown. */
export const placeErrorFields = (place: PlaceValue['place']): Record<string, string> => {
  const field = place === 'below' ? 'parentId' : 'tenantId';
  const codes = [
    'DTWIN_NOT_FOUND',
    'ACCOUNT_NOT_FOUND',
    'PERMISSION_DENIED',
    'DTWIN_TOO_DEEP',
    'DTWIN_CREATE_NO_ASSIGNED_SCOPE_OR_PARENT',
    'DTWIN_UPDATE_CANNOT_MOVE_TO_DESCENDANT',
    'DTWIN_UPDATE_CHANGING_TENANT_DISALLOWED',
  ];
  return { ...Object.fromEntries(codes.map((code) => [code, field])), DTWIN_CREATE_DUPLICATE_ENTRY: 'title' };
};
