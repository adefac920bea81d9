import { languages } from '@stellwerk/contract/text';
import { describe, expect, it } from 'vitest';
import { builtInTemplate, mailTemplateNames, templateLocals } from './built-in-templates.ts';
import { checkTemplate, renderTemplate } from './template.ts';

const codeOf = (code: string) => expect.objectContaining({ code });
const html = (body: string) => ({ subject: 'S', html: body });

function refusalOf(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}

describe('renderTemplate', () => {
  it('escapes a value for each of its places', () => {
    const value = `<script>alert("x")</script> & 'y'`;
    const rendered = renderTemplate({ subject: 'Hi {{v}}', html: '<p>{{v}}</p>', text: 'Hi {{ v }}' }, { v: value });
    expect(rendered).toEqual({
      subject: `Hi ${value}`,
      html: '<p>&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;y&#39;</p>',
      text: `Hi ${value}`,
    });
  });

  it('keeps a value inside of its attribute', () => {
    const rendered = renderTemplate(html(`<td title="{{v}}" class='{{v}}'>`), { v: `" onclick='x'` });
    expect(rendered.html).toBe('<td title="&quot; onclick=&#39;x&#39;" class=\'&quot; onclick=&#39;x&#39;\'>');
  });

  it('puts a subject on one line', () => {
    const v = 'a\r\nBcc: victim@example.com\n\u2028\u0085b\u0000c\u000b';
    expect(renderTemplate({ subject: 'Hi {{v}}!', html: '' }, { v }).subject).toBe('Hi a Bcc: victim@example.com bc!');
  });

  it('keeps line breaks of a text body and drops other control characters', () => {
    const v = 'a\r\nb\u0000\u001bc\td';
    expect(renderTemplate({ subject: '', html: '', text: '{{v}}' }, { v }).text).toBe('a\nbc\td');
  });

  it('never reads placeholders or replacement patterns in values', () => {
    const rendered = renderTemplate({ subject: '{{a}}', html: '{{a}}|{{b}}' }, { a: '{{b}} $& $1', b: 'secret' });
    expect(rendered).toMatchObject({ subject: '{{b}} $& $1', html: '{{b}} $&amp; $1|secret' });
  });

  it.each(['constructor', '__proto__', 'toString', 'missing', 'a.b', 'a[0]', '#if a', '{a', '&a', '= a'])(
    'refuses {{%s}}',
    (name) => {
      const error = refusalOf(() => renderTemplate(html(`{{${name}}}`), { a: 'x' }));
      expect(error).toEqual(codeOf('MAIL_TEMPLATE_UNKNOWN_PLACEHOLDER'));
    },
  );

  it('accepts web and mail addresses as links', () => {
    for (const link of ['https://stellwerk.example/#/reset?a=1&b=2', 'http://10.0.0.1/', 'mailto:help@example.com']) {
      const rendered = renderTemplate(html('<a href="{{link}}">x</a>'), { link });
      expect(rendered.html).toBe(`<a href="${link.replaceAll('&', '&amp;')}">x</a>`);
    }
  });

  it.each([
    'javascript:alert(1)',
    'JaVa\nScript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,<script>',
    'vbscript:x',
    'file:///etc/passwd',
    '//evil.example/',
    '/relative',
    '',
  ])('refuses %j as a link', (link) => {
    const error = refusalOf(() => renderTemplate(html('<a href="{{link}}">x</a>'), { link }));
    expect(error).toMatchObject({ code: 'MAIL_LINK_NOT_ALLOWED', params: { name: 'link' } });
  });
});

describe('checkTemplate', () => {
  it('accepts allowed names in their places', () => {
    const template = {
      subject: '{{name}}',
      html: '<!doctype html><!-- note --><p title="Hi {{name}}">1 < 2 {{ name }}</p><a class="x" href=\'{{link}}\'>{{link}}</a>',
      text: '{{name}} { } {x}',
    };
    expect(() => checkTemplate(template, ['name', 'link'])).not.toThrow();
  });

  it.each([
    ['subject', '{{other}}', 'other'],
    ['html', '<b>{{name}}{{other}}</b>', 'other'],
    ['text', '{{ other }}', 'other'],
    ['text', '{{{name}}}', '{name'],
    ['text', '{{name | raw}}', 'name | raw'],
    ['text', '{{#each name}}', '#each name'],
    ['text', '{{constructor}}', 'constructor'],
    ['text', '{{name', '{{'],
    ['text', 'name}}', '}}'],
  ])('refuses in %s: %s', (field, text, name) => {
    const template = { subject: '', html: '', [field]: text };
    expect(refusalOf(() => checkTemplate(template, ['name']))).toMatchObject({
      code: 'MAIL_TEMPLATE_UNKNOWN_PLACEHOLDER',
      params: { name },
    });
  });

  it.each([
    '<script>var x = "{{name}}"</script>',
    '<style>a { color: {{name}} }</style>',
    '<STYLE>{{name}}',
    '<p onclick="{{name}}">',
    '<p onclick="{{name}}',
    '<p style="color:{{name}}">',
    '<p title={{name}}>',
    '<p {{name}}>',
    '<{{name}}>',
    '</{{name}}>',
    '<!-- {{name}} -->',
    '<a href="https://{{name}}/">',
    '<a href="{{name}}.example">',
    '<a href={{name}}>',
    '<img srcset="{{name}} 2x">',
    '<form action="{{name}}">',
    '<meta http-equiv="refresh" content="0;url={{name}}">',
    '<a xlink:href="{{name}}">',
    '<svg><a href="{{name}}"></a></svg>',
    '</p title="{{name}}">',
  ])('refuses the place of the placeholder in %s', (body) => {
    const refused = { code: 'MAIL_TEMPLATE_MISPLACED_PLACEHOLDER', params: { name: 'name' } };
    expect(refusalOf(() => checkTemplate(html(body), ['name']))).toMatchObject(refused);
    expect(refusalOf(() => renderTemplate(html(body), { name: 'x' }))).toMatchObject(refused);
  });
});

describe('built-in templates', () => {
  const combinations = mailTemplateNames.flatMap((name) => languages.map((language) => ({ name, language })));

  it.each(combinations)('$name in $language uses allowed names at allowed places, and every one of them', (entry) => {
    const template = builtInTemplate(entry.name, entry.language);
    const { names } = templateLocals(entry.name);
    expect(() => checkTemplate(template, names)).not.toThrow();
    for (const name of names) {
      expect(template.html).toContain(`{{${name}}}`);
      expect(template.text).toContain(`{{${name}}}`);
    }
  });
});
