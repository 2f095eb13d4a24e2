import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import { formatAge, formatTime } from './format-time.ts';
import { now } from './ticker.ts';

/** The time of the past that is shown; undefined when what is shown is of now. */
export const ShownTime: React.Context<number | undefined> = createContext<number | undefined>(undefined);

/** How old something is at the shown time; it renders again only when its text changes. */
export function Age({ since }: { readonly since: number }): ReactNode {
  const past = useContext(ShownTime);
  const text = useSyncExternalStore(now.subscribe, () => formatAge((past ?? now.get()) - since));
  return <time title={`${new Date(since).toLocaleDateString()} ${formatTime(since)}`}>{text}</time>;
}
