import type { FleetProfile } from '@stellwerk/contract/fleet';
import { useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/i18n.ts';
import { SelectInput } from '../../ui/form/SelectInput.tsx';

interface ProfileInputProps {
  profiles: readonly FleetProfile[];
}

/** The sensor model with its measurements. Its usual interval is the default until the user enters another one. */
export function ProfileInput({ profiles }: ProfileInputProps) {
  const { t } = useTranslation('simulator');
  const { setValue, getFieldState } = useFormContext();
  const kind: unknown = useWatch({ name: 'profile' });
  const usual = profiles.find((profile) => profile.kind === kind)?.intervalSeconds;
  const given = useRef(usual);
  useEffect(() => {
    if (usual === undefined || usual === given.current || getFieldState('intervalSeconds').isDirty) return;
    given.current = usual;
    setValue('intervalSeconds', usual);
  }, [usual, setValue, getFieldState]);
  const language = currentLanguage();
  const titlesOf = ({ states }: FleetProfile) => states.map(({ title }) => title[language]).join(', ');
  return (
    <SelectInput
      name="profile"
      label={t('form.profile')}
      required
      options={profiles.map((profile) => ({
        value: profile.kind,
        label: `${profile.manufacturer} ${profile.model}`,
        detail: titlesOf(profile),
      }))}
    />
  );
}
