import { toNestErrors } from '@hookform/resolvers';
import { Alert, Box } from '@mui/material';
import type { Issue } from '@stellwerk/contract/issues';
import { type FormEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, FormProvider, type Resolver, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { type Failure, failureOf } from '../feedback/failure.ts';
import { isAnyDirty } from './dirty.ts';
import { checkValues, placeIssues, type Translate } from './field-issues.ts';
import { FieldNames, ReadOnly } from './form-context.ts';
import { UnsavedGuard } from './UnsavedGuard.tsx';
import { useIssueText } from './use-issue-text.ts';

export type FormSchema = z.ZodType<unknown, FieldValues>;

export interface FormProps<S extends FormSchema> {
  /** The contract's schema of the request. */
  schema: S;
  defaultValues: DefaultValues<z.input<S>>;
  /** Gets the parsed values. If it fails, the input stays and the errors appear on their fields. */
  onSubmit: (values: z.output<S>) => unknown;
  children: ReactNode;
  /** Connects a submit button outside the form with the form. */
  id?: string;
  /** Asks before unsaved changes are lost by leaving the page. */
  guarded?: boolean;
  /** Kept up to date for dialogs and pages that can close the form themselves. */
  unsaved?: RefObject<boolean>;
  onBusyChange?: (busy: boolean) => void;
  /** For users without permission to change the values. */
  readOnly?: boolean;
  /** More specific texts for errors; undefined where the general text is used. */
  issueText?: (issue: Issue) => string | undefined;
}

function resolverFor<S extends FormSchema>(
  schema: S,
  translate: Translate,
): Resolver<z.input<S>, unknown, z.output<S>> {
  return async (values, _context, options) => {
    const { values: parsed, errors } = await checkValues(schema, values, translate);
    if (errors) return { values: {}, errors: toNestErrors<z.input<S>>(errors, options) };
    // `checkValues` returns what the schema parsed, so that the type is the schema's output.
    return { values: parsed as z.output<S>, errors: {} };
  };
}

/** Takes the focus: the button of a long form is far below, and nothing seems to happen while its failure is above. */
function FailureAlert({ failure }: { failure: Failure }) {
  const { t } = useTranslation('ui');
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure) alert.current?.focus();
  }, [failure]);
  return (
    <Alert severity="error" ref={alert} tabIndex={-1} sx={{ scrollMarginTop: (theme) => theme.spacing(10) }}>
      {failure.message ?? t('error.unexpected')}
      {failure.issues.length > 0 && (
        <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
          {failure.issues.map((issue) => (
            <li key={issue.path}>{`${issue.path}: ${issue.message}`}</li>
          ))}
        </Box>
      )}
      {failure.requestId && (
        <Box sx={{ typography: 'caption', color: 'text.secondary' }}>
          {t('error.requestId', { requestId: failure.requestId })}
        </Box>
      )}
    </Alert>
  );
}

/** The form for all features: checks by the contract's schema and shows its errors together with the server's. */
export function Form<S extends FormSchema>(props: FormProps<S>) {
  const { schema, defaultValues, onSubmit, children, id, guarded = true, unsaved, onBusyChange } = props;
  const { readOnly = false, issueText } = props;
  const fallbackId = useId();
  const generalText = useIssueText();
  const translate: Translate = (issue) => issueText?.(issue) ?? generalText(issue);
  const names = useRef(new Set<string>());
  const ownUnsaved = useRef(false);
  const isUnsaved = unsaved ?? ownUnsaved;
  const [failure, setFailure] = useState<Failure>();
  const form = useForm<z.input<S>, unknown, z.output<S>>({
    defaultValues,
    resolver: resolverFor(schema, translate),
    // Fields are validated on blur.
    mode: 'onSubmit',
  });
  const { dirtyFields, isSubmitting } = form.formState;
  const isDirty = isAnyDirty(dirtyFields);

  useEffect(() => {
    isUnsaved.current = isDirty && !isSubmitting;
  }, [isUnsaved, isDirty, isSubmitting]);

  useEffect(() => onBusyChange?.(isSubmitting), [onBusyChange, isSubmitting]);

  function place(error: unknown) {
    const failed = failureOf(error);
    const { fields, rest } = placeIssues(failed.issues, names.current);
    for (const [index, { name, message }] of fields.entries()) {
      // The names come from the fields of this form.
      form.setError(
        name as Parameters<typeof form.setError>[0],
        { type: 'server', message },
        { shouldFocus: index === 0 },
      );
    }
    if (fields.length === 0 || rest.length > 0) setFailure({ ...failed, issues: rest });
  }

  const send = form.handleSubmit(async (values) => {
    setFailure(undefined);
    isUnsaved.current = false;
    try {
      await onSubmit(values);
      form.reset(form.getValues());
    } catch (error) {
      isUnsaved.current = true;
      place(error);
    }
  });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    // React propagates events along its own tree: a dialog's form must not submit the form of the page.
    event.stopPropagation();
    return send(event);
  };

  return (
    <FormProvider {...form}>
      <FieldNames value={names.current}>
        <Box
          component="form"
          id={id ?? fallbackId}
          onSubmit={submit}
          noValidate
          aria-busy={isSubmitting}
          sx={{ display: 'flex', flexDirection: 'column', gap: 2.5, minWidth: 0 }}
        >
          {failure && <FailureAlert failure={failure} />}
          <ReadOnly value={readOnly}>{children}</ReadOnly>
        </Box>
      </FieldNames>
      {guarded && <UnsavedGuard isUnsaved={isUnsaved} />}
    </FormProvider>
  );
}
