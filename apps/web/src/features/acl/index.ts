export { AccessEditor, type AccessEditorProps } from './AccessEditor.tsx';
export { type AccessChange, type AccessValue, accessChanges } from './access-value.ts';
export { useAssignableRoles } from './acl.queries.ts';
export { type PermissionTexts, usePermissionTexts } from './permission-texts.ts';
export { RolesInput, type RolesInputProps } from './RolesInput.tsx';
export { ScopeField, type ScopeFieldProps } from './ScopeField.tsx';
export { type PickedScope, ScopePicker, type ScopePickerProps } from './ScopePicker.tsx';
