import { describe, expect, it } from 'vitest';
import { renderTextMail } from './mail-tables.ts';

const page = 'https://stellwerk.example/#/virtual-devices/7';
const evil = '<b onclick="x">&\u0000';

describe('a mail with tables', () => {
  it('contains every text literally, as text and as HTML', () => {
    const { subject, text, html } = renderTextMail({
      subject: 'Report\r\nBcc: x@example.com',
      text: `Hello ${evil}`,
      tables: [{ title: evil, columns: [evil], rows: [[{ text: `${evil}\nnext`, link: page }]], note: evil }],
      closing: evil,
    });
    expect(subject).toBe('Report Bcc: x@example.com');
    expect(text).toBe(
      [
        'Hello <b onclick="x">&',
        '<b onclick="x">&\n- <b onclick="x">& next\n<b onclick="x">&',
        '<b onclick="x">&',
      ].join('\n\n'),
    );
    expect(html).not.toContain('<b ');
    expect(html.match(/&lt;b onclick=&quot;x&quot;&gt;&amp;/g)).toHaveLength(6);
    expect(html).toContain(`href="${page}"`);
  });

  it('links web pages only', () => {
    const linkTo = (link: string) =>
      renderTextMail({ subject: '', text: '', tables: [{ title: '', columns: [], rows: [[{ text: 'x', link }]] }] })
        .html;
    expect(linkTo(page)).toContain('<a ');
    for (const link of ['javascript:alert(1)', 'data:text/html,x', '/relative', 'https://']) {
      expect(linkTo(link)).not.toContain('<a ');
    }
    expect(linkTo('https://a.example/"onmouseover="x')).not.toContain('"onmouseover');
  });

  it('shows a table without rows by its note alone', () => {
    const { text, html } = renderTextMail({
      ...{ subject: 's', text: 't' },
      tables: [{ title: 'Errors', columns: ['Time'], rows: [], note: 'None' }],
    });
    expect(text).toBe('t\n\nErrors\nNone');
    expect(html).not.toContain('<table');
  });
});
