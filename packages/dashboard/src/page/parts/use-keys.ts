import { useEffect, useRef } from 'react';

/** What keys do, by their name in `KeyboardEvent.key`. */
export type KeyActions = Readonly<Record<string, (() => void) | undefined>>;

/** Handles the keys of a view, wherever the focus is, except in text fields, in dialogs, and with Ctrl, Alt or Meta. */
export function useKeys(actions: KeyActions): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
      if (document.querySelector('dialog[open]') !== null || takesKey(event)) return;
      const action = latest.current[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('keydown', press);
    };
  }, []);
}

/** Whether the focused element needs the key itself: text fields all, buttons and links Enter and arrows. */
function takesKey({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.matches('input:not([type=checkbox], [type=range]), textarea, select, [contenteditable]')) return true;
  if (key === 'Enter') return target.matches('a, button, summary, [role=tab]');
  return key.startsWith('Arrow') && target.matches('[role=tab], input, [role=treeitem]');
}
