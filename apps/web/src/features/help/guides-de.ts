/** All German guides in one chunk, because the search needs all of them. */
export const texts = import.meta.glob<string>('../../../../../docs/guides/de/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
});
