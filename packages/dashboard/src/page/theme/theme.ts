import { createStore, type Store } from '../store/create-store.ts';

/** `system` follows the browser. */
export type Theme = 'system' | 'light' | 'dark';

const STORAGE_KEY = 'kb-theme';

/** The chosen theme. */
export const theme: Store<Theme> = createStore<Theme>('system');

/** Applies the theme of the last visit, and from now on each choice. */
export function followTheme(): void {
  theme.subscribe(() => {
    apply(theme.get());
  });
  const kept = readKept();
  if (kept === 'light' || kept === 'dark') theme.set(kept);
}

/** The next one of the three: at first the one that looks different from the system's. */
export function nextTheme(now: Theme, systemIsDark: boolean): Theme {
  const [same, other] = systemIsDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  if (now === 'system') return other;
  return now === other ? same : 'system';
}

function apply(chosen: Theme): void {
  if (chosen === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = chosen;
  try {
    localStorage.setItem(STORAGE_KEY, chosen);
  } catch {
    // A browser that keeps nothing shows the theme until the page is closed.
  }
}

function readKept(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}
