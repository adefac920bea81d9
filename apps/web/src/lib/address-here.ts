/**
 * An address of the server as this browser reaches it. Without PUBLIC_URL the server knows itself as `localhost` only,
 * and other listeners, MQTT for example, have the host of the page and a port of their own. Other texts are unchanged.
 */
export function addressHere(text: string, here: Pick<Location, 'origin' | 'hostname'> = window.location): string {
  const url = URL.parse(text);
  if (url?.hostname !== 'localhost') return text;
  if (url.protocol.startsWith('http')) return `${here.origin}${url.pathname}${url.search}`;
  return `${url.protocol}//${here.hostname}${url.port === '' ? '' : `:${url.port}`}`;
}
