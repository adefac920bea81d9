/** Whether a topic matches a filter (MQTT 3.1.1, 4.7): `+` matches one level, a last `#` the parent and all below. */
export function matches(filter: string, topic: string): boolean {
  const levels = topic.split('/');
  const wanted = filter.split('/');
  if (wanted.at(-1) === '#') {
    wanted.pop();
    levels.length = Math.min(levels.length, wanted.length);
  }
  return wanted.length === levels.length && wanted.every((level, at) => level === '+' || level === levels[at]);
}
