import { splitPermission, subjects } from '@stellwerk/contract/core/permission';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** The text library reads dots as nested keys. */
const keyOf = (name: string) => name.replaceAll('.', '-');

/**
 * Names and short explanations of subjects, actions, areas and modules; permissions of other systems show their
 * identifiers.
 */
export function usePermissionTexts() {
  const { t } = useTranslation('acl');
  return useMemo(() => {
    const own = (key: string, name: string) => t(key, { defaultValue: name });
    const things = (subject: string) => own(`subject.${keyOf(subject)}.things`, subject);
    return {
      subject: (subject: string) => ({
        name: own(`subject.${keyOf(subject)}.name`, subject),
        description: subjects.some((each) => each === subject)
          ? t(`subject.${keyOf(subject)}.description`)
          : t('subject.other'),
      }),
      action: (action: string) => ({
        name: own(`actions.${action}.name`, action),
        description: own(`actions.${action}.description`, action),
      }),
      area: (area: string) => t(`area.${area}`),
      module: (module: string) => own(`module.${module}`, module),
      /** A phrase to follow "may": "change virtual devices". */
      phrase: (permission: string) => {
        const { subject, action } = splitPermission(permission.replace(/^!/, ''));
        const ordinary = t(`actions.${action}.phrase`, {
          things: things(subject),
          defaultValue: t('actions.other', { action, things: things(subject) }),
        });
        return t(`phrase.${keyOf(`${subject}.${action}`)}`, { defaultValue: ordinary });
      },
    };
  }, [t]);
}
export type PermissionTexts = ReturnType<typeof usePermissionTexts>;
