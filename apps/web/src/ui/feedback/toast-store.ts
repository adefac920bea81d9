import type { Status } from '../status/StatusChip.tsx';

export interface Toast {
  id: number;
  message: string;
  status: Extract<Status, 'ok' | 'info' | 'warning' | 'error'>;
  /** Undoes the last action. */
  undo?: () => void;
  /** A page with more about it. */
  link?: { to: string; label: string };
}

let nextId = 1;
let toasts: readonly Toast[] = [];
const listeners = new Set<() => void>();
const maxShown = 3;

function update(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Confirms a success. Important information must not appear in a toast alone. */
export function showToast({ status = 'ok', ...toast }: Omit<Toast, 'id' | 'status'> & { status?: Toast['status'] }) {
  const id = nextId;
  nextId += 1;
  update([...toasts, { ...toast, status, id }].slice(-maxShown));
}

export const dismissToast = (id: number) => update(toasts.filter((toast) => toast.id !== id));

export const toastStore = {
  read: () => toasts,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};
