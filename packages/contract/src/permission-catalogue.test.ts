import { describe, expect, it } from 'vitest';
import { permissionsIn, subjects } from './core/permission.ts';
import { grants } from './core/permission-relation.ts';
import { builtInPermissions, permissionCatalogue } from './permission-catalogue.ts';
import { screens } from './screens.ts';

const names = builtInPermissions.map(({ name }) => name);

describe('the catalogue of permissions', () => {
  it('names every subject once', () => {
    expect(permissionCatalogue.map(({ subject }) => subject).sort()).toEqual([...subjects].sort());
    expect(new Set(names).size).toBe(names.length);
  });

  it('offers what opens each screen', () => {
    const asked = screens.flatMap(({ rule }) => (rule === 'public' || rule === 'login' ? [] : permissionsIn(rule)));
    const unreachable = asked.filter(
      (wanted) => !names.some((name) => !/^(super\.system|all)\./.test(name) && grants(name, wanted)),
    );
    expect(unreachable.filter((wanted) => !/^(super\.system|all)\./.test(wanted))).toEqual([]);
  });

  it('says which module a permission belongs to', () => {
    const modulesOf = (subject: string) =>
      new Set(builtInPermissions.filter((each) => each.subject === subject).map(({ module }) => module));
    expect([...modulesOf('IsFmTicket'), ...modulesOf('DigitalTwin')]).toEqual(['fm-ticket', null]);
  });
});
