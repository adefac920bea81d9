export { AccountField, type AccountFieldProps } from './AccountField.tsx';
export { AccountInput } from './AccountInput.tsx';
export { AccountPicker, type AccountPickerProps, type PickedAccount } from './AccountPicker.tsx';
export { errorOnField } from './error-on-field.ts';
