import type { Dashboard, Widget } from '@stellwerk/contract/dashboard';
import { readDashboard } from '@stellwerk/contract/dashboard';
import type { Issue } from '@stellwerk/contract/issues';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, call } from '../../../lib/api.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { ConflictDialog, type ConflictResolution } from '../../../ui/form/ConflictDialog.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { useDialogPromise } from '../../../ui/form/use-dialog-promise.ts';
import type { TimeRangeValue } from '../../../ui/time/time-range.ts';
import { useWidgetTexts, widgetWebs } from '../kinds/all-kinds.ts';
import { useWidgetActions } from '../widget.queries.ts';
import { EditingProvider } from './EditingProvider.tsx';
import { EditorBody, type EditorBodyProps } from './EditorBody.tsx';
import type { Obstacle } from './EditorPreview.tsx';
import { isSaveConflict, widgetErrorOnField } from './save-issues.ts';
import { type FormInput, formSchema, newValues, textPathOf, valuesOf, wholeOptions } from './widget-form.ts';

interface Around {
  dashboard: Dashboard;
  range: TimeRangeValue;
  parameters: ReadonlyMap<string, string>;
  onClose: () => void;
}

/** An existing widget, or the kind of a new one. */
export type WidgetEditorProps = Around & ({ widget: Widget; type?: never } | { type: string; widget?: never });

interface EditorFormProps extends Around, Pick<EditorBodyProps, 'tab' | 'onTab'> {
  type: string;
  widget: Widget | undefined;
  onReload: () => Promise<void>;
}

/** The result; `reload` continues with another user's saved version. */
type Sent = 'added' | 'saved' | 'reload';

/** More specific texts than "invalid": the kind's own, then the general ones. */
function useComplaints(type: string) {
  const { t, i18n } = useTranslation('dashboards');
  const texts = useWidgetTexts();
  return ({ path, code }: Issue): string | undefined => {
    if (!['invalid', 'format', 'type'].includes(code)) return undefined;
    const name = textPathOf(path);
    const ofKind = texts.find(type, `field.${name}.wrong`);
    if (ofKind !== undefined) return ofKind;
    if (code === 'type') return undefined;
    const parts = name.split('.');
    // The most specific text: for a threshold's value before any value.
    const own = [parts.slice(-2).join('_'), parts.at(-1)].map((each) => `editor.wrong.${each}`);
    const key = own.find((each) => i18n.exists(`dashboards:${each}`));
    return key && t(key);
  };
}

function EditorForm(props: EditorFormProps) {
  const { dashboard, range, parameters, onClose, type, widget, tab, onTab, onReload } = props;
  const { t } = useTranslation('dashboards');
  const texts = useWidgetTexts();
  const web = widgetWebs.get(type);
  const complaints = useComplaints(type);
  const { create, configure } = useWidgetActions(dashboard.id);
  const conflict = useDialogPromise<ConflictResolution>();
  /** Why the widget cannot be saved, in the kind's own words. */
  const obstacle = useRef<Obstacle>(undefined);
  const sent = useRef<Sent>(undefined);
  // The values when the editor was opened: changes of other users must not change the form while it is edited.
  const [start] = useState((): FormInput => {
    if (widget) return valuesOf(widget, web);
    return web ? newValues(web) : { ...formSchema(undefined).parse({ options: {} }) };
  });

  async function send(fields: Omit<FormInput, 'options'> & { options: Widget['options'] }): Promise<Sent> {
    if (!widget) {
      await create({ type, ...fields });
      return 'added';
    }
    try {
      await configure({ widgetId: widget.id, body: { ...fields, basedOn: widget.revision } });
    } catch (error) {
      if (!isSaveConflict(error)) throw error;
      const answer = await conflict.ask();
      if (answer === 'cancel') throw error;
      if (answer === 'reload') return 'reload';
      await configure({ widgetId: widget.id, body: fields });
    }
    return 'saved';
  }

  async function save({ options, ...fields }: FormInput) {
    const whole = wholeOptions(web, options) ?? {};
    // The preview lags behind: its error may already be fixed.
    if (obstacle.current?.options === JSON.stringify(whole)) {
      throw new ApiError(400, { code: 'WIDGET_OPTIONS_INVALID', message: obstacle.current.text });
    }
    try {
      sent.current = await send({ ...fields, options: whole });
    } catch (error) {
      throw widgetErrorOnField(error, web);
    }
  }

  const close = () => {
    if (sent.current === 'reload') return void onReload();
    if (sent.current) showToast({ message: t(`editor.${sent.current}`) });
    onClose();
  };

  const name = texts.title(type);
  return (
    <>
      <FormDialog
        open
        large
        title={widget ? t('editor.title', { kind: name }) : t('editor.newTitle', { kind: name })}
        submitLabel={widget ? t('editor.save') : t('editor.create')}
        schema={formSchema(web)}
        defaultValues={start}
        issueText={complaints}
        onSubmit={(values) => save({ ...values, options: { ...values.options } })}
        onClose={close}
      >
        <EditingProvider dashboard={dashboard} type={type} parameters={parameters}>
          <EditorBody
            tab={tab}
            onTab={onTab}
            dataQuery={{ dashboardId: dashboard.id, range, parameters }}
            onObstacle={(found) => {
              obstacle.current = found;
            }}
          />
        </EditingProvider>
      </FormDialog>
      <ConflictDialog
        open={conflict.isOpen}
        title={t('editor.conflict.title')}
        text={t('editor.conflict.text')}
        onAnswer={conflict.answer}
      />
    </>
  );
}

/** All options of one widget in tabs, with a preview. */
export function WidgetEditor({ widget, type, ...around }: WidgetEditorProps) {
  const { t } = useTranslation('dashboards');
  const [opened, setOpened] = useState(widget);
  // After a reload of the widget the user continues on the same tab.
  const [tab, setTab] = useState<string>();

  async function reload() {
    const { data } = await call(readDashboard, { params: { id: around.dashboard.id } });
    const newest = data.widgets.find(({ id }) => id === opened?.id);
    if (newest) return setOpened(newest);
    showToast({ status: 'warning', message: t('editor.gone') });
    around.onClose();
  }

  return (
    <EditorForm
      key={opened?.revision ?? 'new'}
      {...around}
      type={opened?.type ?? type ?? ''}
      widget={opened}
      tab={tab}
      onTab={setTab}
      onReload={reload}
    />
  );
}
