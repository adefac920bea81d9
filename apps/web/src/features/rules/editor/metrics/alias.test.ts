import { describe, expect, it } from 'vitest';
import { renameInOptions, renameInText, suggestAlias } from './alias.ts';

describe('a suggested alias', () => {
  it('is a valid identifier', () => {
    expect(suggestAlias('temperature', [])).toBe('temperature');
    expect(suggestAlias('2m-temp', [])).toBe('m_2m_temp');
    expect(suggestAlias('value', [])).toBe('m_value');
    expect(suggestAlias('größe', [])).toBe('gro_e');
    expect(suggestAlias('---', [])).toBe('m');
  });

  it('is unique', () => {
    expect(suggestAlias('co2', ['co2', 'co2_2'])).toBe('co2_3');
  });
});

describe('a new alias', () => {
  it('is applied to placeholders and nothing else', () => {
    expect(renameInText('{{ temp }} of {{twin.title}}, temp {{temperature}}', 'temp', 't')).toBe(
      '{{t}} of {{twin.title}}, temp {{temperature}}',
    );
    expect(renameInOptions({ to: ['{{a}}@x'], n: 3, deep: { body: '{{a}}' } }, 'a', 'b')).toEqual({
      to: ['{{b}}@x'],
      n: 3,
      deep: { body: '{{b}}' },
    });
  });
});
